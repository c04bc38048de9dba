// MercuryDPM as an engine: one C++ file between scene.json and a MercuryDPM that was built from its source.
//
//   g++ -O2 -std=c++17 -I BUILD/Kernel -I SOURCE/Kernel mercury_engine.cpp -o mercury_engine
//       -L BUILD/Kernel -lMercuryBase -llapack -lblas
//   collisionbench run --engines examples/engines/systems.toml --engine mercurydpm
//
// What was tried: the shipped cases with Hertz' spring, against the kernel of 2024-09 (55f4a5d), built by hand, with LAPACK and BLAS of
// the system. LinearPlasticViscoelastic was run against a stand-in only: its setters are those of the source (fb0ebf1d).
//
// The contact is taken in MercuryDPM's own parameters and goes through its own setters: both bodies have the same species, and
// the contact has the one that the library mixes of the two.
//
// Conventions: k_t is 16/3 G* a with a total spring; levers of r - delta/2; friction limited by the magnitude of the total force;
// a tangential dashpot is dropped while the surfaces slide. The moduli are those of the pair, so that a rigid body needs
// nothing here. The base class checks every pair of bodies: the grid of Mercury3D stalls at size ratios of 1e4 and more.

#include <CMakeDefinitions.h>
#include <DPMBase.h>
#include <Species/HertzianViscoelasticMindlinSpecies.h>
#include <Species/LinearPlasticViscoelasticSpecies.h>
#include <Walls/InfiniteWall.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

// JSON, as much of it as scene.json needs.
struct Json {
    enum Kind { Null, Bool, Number, Text, List, Object } kind = Null;
    bool truth = false;
    double number = 0.0;
    std::string text;
    std::vector<Json> list;
    std::map<std::string, Json> object;

    const Json& operator[](const std::string& key) const {
        auto found = object.find(key);
        if (found == object.end()) throw std::runtime_error("scene.json lacks " + key);
        return found->second;
    }
    const Json& operator[](std::size_t i) const { return list.at(i); }
    bool null() const { return kind == Null; }
};

class Reader {
public:
    explicit Reader(const std::string& text) : text_(text) {}
    Json read() {
        skip();
        Json value;
        const char c = peek();
        if (c == '{') {
            value.kind = Json::Object;
            ++at_;
            while (skip(), peek() != '}') {
                const std::string key = string();
                expect(':');
                value.object[key] = read();
                skip();
                if (peek() == ',') ++at_;
            }
            ++at_;
        } else if (c == '[') {
            value.kind = Json::List;
            ++at_;
            while (skip(), peek() != ']') {
                value.list.push_back(read());
                skip();
                if (peek() == ',') ++at_;
            }
            ++at_;
        } else if (c == '"') {
            value.kind = Json::Text;
            value.text = string();
        } else if (text_.compare(at_, 4, "true") == 0 || text_.compare(at_, 5, "false") == 0) {
            value.kind = Json::Bool;
            value.truth = c == 't';
            at_ += value.truth ? 4 : 5;
        } else if (text_.compare(at_, 4, "null") == 0) {
            at_ += 4;
        } else {
            value.kind = Json::Number;
            char* end = nullptr;
            value.number = std::strtod(text_.c_str() + at_, &end);
            const std::size_t next = static_cast<std::size_t>(end - text_.c_str());
            if (next == at_) throw std::runtime_error("scene.json is no JSON");
            at_ = next;
        }
        return value;
    }

private:
    char peek() const { return at_ < text_.size() ? text_[at_] : throw std::runtime_error("scene.json is cut off"); }
    void skip() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    }
    void expect(char c) {
        skip();
        if (peek() != c) throw std::runtime_error("scene.json is no JSON");
        ++at_;
    }
    std::string string() {
        expect('"');
        std::string found;
        for (; peek() != '"'; ++at_) {
            if (peek() == '\\') ++at_;
            found += peek();
        }
        ++at_;
        return found;
    }
    const std::string& text_;
    std::size_t at_ = 0;
};

Vec3D vector(const Json& three) { return Vec3D(three[0].number, three[1].number, three[2].number); }

using Species = HertzianViscoelasticMindlinSpecies;

// The parameters of the contact, and the effective moduli that the materials have.
struct Words {
    explicit Words(const Json& contact) : effective(contact["effective"]) {
        const Json& said = contact["said"];
        if (said.null() || said["system"].text != "mercurydpm")
            throw std::runtime_error("the contact is taken in MercuryDPM's parameters: declare dialect = \"mercurydpm\"");
        numbers = said["numbers"].object;
    }

    bool has(const char* key) const { return numbers.count(key) != 0; }
    double get(const char* key) const { return numbers.at(key).number; }

    // What `key` says, or else `material` of the materials.
    double modulus(const char* key, const char* material) const {
        if (has(key)) return get(key);
        const Json& own = effective[material];
        if (own.null()) throw std::runtime_error(std::string("the materials have no ") + material);
        return own.number;
    }

    // Every parameter through the setter that the library has for it.
    void set(Species& species) const {
        const double modulus = this->modulus("effectiveElasticModulus", "E_star");
        if (has("restitutionCoefficient"))
            species.setEffectiveElasticModulusAndRestitutionCoefficient(modulus, get("restitutionCoefficient"));
        else
            species.setEffectiveElasticModulus(modulus);
        if (has("dissipation")) species.setDissipation(get("dissipation"));
        if (!has("slidingFrictionCoefficient")) return;
        if (has("poissonRatio"))
            species.setEffectiveElasticModulusAndPoissonRatio(modulus, get("poissonRatio"));
        else
            species.setEffectiveShearModulus(this->modulus("effectiveShearModulus", "G_star"));
        species.setSlidingFrictionCoefficient(get("slidingFrictionCoefficient"));
        if (has("slidingDissipation")) species.setSlidingDissipation(get("slidingDissipation"));
    }

    // Luding's spring; its dissipation is in N s/m.
    bool plastic() const { return has("loadingStiffness"); }
    void set(LinearPlasticViscoelasticSpecies& species) const {
        species.setLoadingStiffness(get("loadingStiffness"));
        species.setUnloadingStiffnessMax(get("unloadingStiffnessMax"));
        species.setCohesionStiffness(get("cohesionStiffness"));
        species.setPenetrationDepthMax(get("penetrationDepthMax"));
        if (has("dissipation")) species.setDissipation(get("dissipation"));
    }

    std::map<std::string, Json> numbers;
    const Json& effective;
};

// One pair: its bodies are particles 0 and 1, or particle 0 and a wall.
class Pair : public DPMBase {
public:
    void set(const Json& scene, const Json& pair, double dt) {
        setName("pair");
        setSystemDimensions(3);
        setParticleDimensions(3);
        setGravity(Vec3D(0.0, 0.0, 0.0));
        setTimeStep(dt);
        setTimeMax(1e30);
        for (File* file : {&dataFile, &restartFile, &fStatFile, &eneFile}) file->setFileType(FileType::NO_FILE);
        const Words words(scene["contact"]);
        double reach = 0.0;
        for (int side : {0, 1}) {
            const Json& body = scene["bodies"][side];
            const bool wall = body["shape"].text == "wall";
            const double r = wall ? 1.0 : body["radius"].number;
            const double density = wall ? 1.0 : body["mass"].number / (4.0 / 3.0 * constants::pi * r * r * r);
            words.plastic() ? add<LinearPlasticViscoelasticSpecies>(words, density) : add<Species>(words, density);
            if (!wall) reach += r;
        }
        for (int side : {0, 1}) {
            const Json& body = scene["bodies"][side];
            const Json& state = pair["bodies"][side];
            const ParticleSpecies* species = speciesHandler.getObject(side);
            if (body["shape"].text == "wall") {
                InfiniteWall wall;
                wall.setSpecies(species);
                // The normal of the library points into the wall.
                wall.set(-vector(scene["normal"]), vector(state["position"]));
                wallHandler.copyAndAddObject(wall);
                continue;
            }
            SphericalParticle sphere;
            sphere.setSpecies(species);
            sphere.setRadius(body["radius"].number);
            sphere.setPosition(vector(state["position"]));
            sphere.setVelocity(vector(state["velocity"]));
            sphere.setAngularVelocity(vector(state["spin"]));
            particleHandler.copyAndAddObject(sphere);
        }
        setMin(Vec3D(-10.0 * reach, -10.0 * reach, -10.0 * reach));
        setMax(Vec3D(10.0 * reach, 10.0 * reach, 10.0 * reach));
        initialiseSolve();
        // The library has computed masses by now, those of solid spheres.
        for (unsigned side = 0; side < particleHandler.getNumberOfObjects(); ++side) {
            const Json& body = scene["bodies"][side];
            const double I = body["inertia"].number;
            BaseParticle* particle = particleHandler.getObject(side);
            particle->setInertia(MatrixSymmetric3D(I, 0.0, 0.0, I, 0.0, I));
            if (!body["held"].truth) continue;
            particle->fixParticle();
            particle->setAngularVelocity(vector(pair["bodies"][side]["spin"]));
        }
    }

    void printTime() const override {}

private:
    template <class Kind>
    void add(const Words& words, double density) {
        Kind species;
        species.setDensity(density);
        words.set(species);
        speciesHandler.copyAndAddObject(species);
    }
};

void write(std::ostream& out, int number, double time, const Pair& simulation, const Json& pair) {
    char text[32];
    out << number;
    const auto put = [&](double value) {
        std::snprintf(text, sizeof text, ",%.17g", value);
        out << text;
    };
    put(time);
    for (unsigned side : {0u, 1u}) {
        if (side < simulation.particleHandler.getNumberOfObjects()) {
            const BaseParticle* particle = simulation.particleHandler.getObject(side);
            for (const Vec3D& v : {particle->getPosition(), particle->getVelocity(), particle->getAngularVelocity()})
                for (double x : {v.X, v.Y, v.Z}) put(x);
        } else {
            for (const char* key : {"position", "velocity", "spin"})
                for (const Json& x : pair["bodies"][side][key].list) put(x.number);
        }
    }
    out << '\n';
}

bool flown(const Json& scene, const Pair& simulation) {
    const BaseParticle* one = simulation.particleHandler.getObject(0);
    if (scene["bodies"][1]["shape"].text == "wall") {
        const Vec3D n = vector(scene["normal"]);
        return Vec3D::dot(one->getPosition(), n) > one->getRadius() && Vec3D::dot(one->getVelocity(), n) > 0.0;
    }
    const BaseParticle* two = simulation.particleHandler.getObject(1);
    const Vec3D apart = one->getPosition() - two->getPosition();
    return apart.getLength() > one->getRadius() + two->getRadius() &&
           Vec3D::dot(one->getVelocity() - two->getVelocity(), apart) > 0.0;
}

void run() {
    std::ifstream in("scene.json");
    std::stringstream all;
    all << in.rdbuf();
    const std::string text = all.str();
    const Json request = Reader(text).read();
    if (request["protocol"].number != 1) throw std::runtime_error("this speaks protocol 1");
    const double dt = request["time_step"].number;
    const long steps = static_cast<long>(request["steps"].number);
    std::ofstream out("trajectory.csv");
    out << "pair,time";
    for (const char* body : {"1", "2"})
        for (const char* name : {"x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"}) out << ',' << name << body;
    out << '\n';
    for (const Json& pair : request["pairs"].list) {
        const Json& scene = request["scenes"][static_cast<std::size_t>(pair["scene"].number)];
        Pair simulation;
        simulation.set(scene, pair, dt);
        const int number = static_cast<int>(pair["pair"].number);
        write(out, number, 0.0, simulation, pair);
        for (long step = 1; step <= steps; ++step) {
            simulation.computeOneTimeStep();
            write(out, number, step * dt, simulation, pair);
            if (flown(scene, simulation)) break;
        }
    }
    if (!out.flush()) throw std::runtime_error("failed to write trajectory.csv");
}

}  // namespace

int main(int count, char* words[]) {
    const std::string asked = count > 1 ? words[1] : "";
    if (asked == "--version" || asked == "--driver-version") {
        // As the build has them: "1.0", and the commit.
        std::string commit = getRevision();
        commit.erase(std::remove_if(commit.begin(), commit.end(), [](unsigned char c) { return !std::isalnum(c); }), commit.end());
        const std::string library = getVersion() + (commit.empty() ? "" : "+g" + commit);
        std::cout << (asked == "--version" ? library : "2.1") << '\n';
        return 0;
    }
    try {
        run();
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}

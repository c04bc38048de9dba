// MercuryDPM as an engine: one C++ file between scene.json and an installed MercuryDPM.
//
//   g++ -O2 -std=c++17 -DMERCURY_VERSION='"1.0.Alpha"' -I MERCURY/Kernel mercury_engine.cpp
//       -o mercury_engine -L LIB <the Mercury libraries>
//   collisionbench run --engines examples/engines/systems.toml --engine mercurydpm
//
// What was tried: its syntax and every call against the headers of a fork of 2024-07 (g++ -fsyntax-only), and the exchange of
// files against a stand-in for the library. It has not been linked with a real MercuryDPM.
//
// Conventions it runs into: k_t is 16/3 G* a unless G* is said otherwise, which is done here so that the spring is the one
// asked for; levers of r - delta/2; friction limited by the magnitude of the total force; the stiffness is that of the pair,
// so that R* is left to the library and must be the one of the scene.

#include <Mercury3D.h>
#include <Species/HertzianViscoelasticMindlinSpecies.h>
#include <Walls/InfiniteWall.h>

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

// The version of the library it is built against; the library does not tell.
#ifndef MERCURY_VERSION
#define MERCURY_VERSION "unknown"
#endif

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

// One pair: its bodies are particles 0 and 1, or particle 0 and a wall.
class Pair : public Mercury3D {
public:
    void set(const Json& scene, const Json& pair, double dt) {
        setName("pair");
        setGravity(Vec3D(0.0, 0.0, 0.0));
        setTimeStep(dt);
        setTimeMax(1e30);
        for (File* file : {&dataFile, &restartFile, &fStatFile, &eneFile}) file->setFileType(FileType::NO_FILE);
        const Json& contact = scene["contact"];
        const Json& effective = contact["effective"];
        const double m = effective["m_star"].number, R = effective["R_star"].number;
        const double K = contact["force"]["K"].number, C = contact["force"]["C"].number;
        double reach = 0.0;
        HertzianViscoelasticMindlinSpecies* kinds[2] = {nullptr, nullptr};
        for (int side : {0, 1}) {
            const Json& body = scene["bodies"][side];
            HertzianViscoelasticMindlinSpecies species;
            const bool wall = body["shape"].text == "wall";
            const double r = wall ? 1.0 : body["radius"].number;
            species.setDensity(wall ? 1.0 : body["mass"].number / (4.0 / 3.0 * constants::pi * r * r * r));
            law(species, K, C, m, R, contact);
            kinds[side] = speciesHandler.copyAndAddObject(species);
            if (!wall) reach += r;
        }
        // The contact of the two is that of the mixed species.
        law(*speciesHandler.getMixedObject(kinds[0], kinds[1]), K, C, m, R, contact);
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
    }

    void printTime() const override {}

private:
    // F_n = K d^(3/2) + c sqrt(m K) d^(1/4) v, T = 16/3 G_eff sqrt(R d) s.
    template <class Species>
    static void law(Species& species, double K, double C, double m, double R, const Json& contact) {
        species.setEffectiveElasticModulus(0.75 * K / std::sqrt(R));
        species.setDissipation(C / std::sqrt(m * K));
        const Json& shear = contact["shear"];
        if (shear.null()) return;
        species.setEffectiveShearModulus(3.0 / 16.0 * shear["S"].number / std::sqrt(R));
        species.setSlidingFrictionCoefficient(shear["friction"].number);
        species.setSlidingDissipation(0.0);
    }
};

// What the library cannot run is refused, not run differently.
void refuse(const Json& scene) {
    const Json& contact = scene["contact"];
    if (contact["force"]["alpha"].number != 1.5 || contact["force"]["reference_gap"].number != 0.0)
        throw std::runtime_error("the contact is Hertz's, from the touch of the surfaces on");
    if (contact["shear"].null()) return;
    if (contact["shear"]["form"].text != "total") throw std::runtime_error("the tangential spring is total");
    if (contact["lever"].text != "half-overlap" || contact["lever_of_slip"].text != "half-overlap")
        throw std::runtime_error("the levers are half-overlap");
}

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
        refuse(scene);
        Pair simulation;
        simulation.set(scene, pair, dt);
        simulation.initialiseSolve();
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
        std::cout << (asked == "--version" ? MERCURY_VERSION : "1.0") << '\n';
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

// Stands in for the library: what the driver calls, and what the library refuses. Two spheres, or one at a wall.
//
// A setter that is given what it does not take ends the program by a signal. Masses and inertias are computed when the run is
// initialised, as those of solid spheres. The contact is that of the species that are mixed of the two: harmonic means, 0 where
// either is 0.
#pragma once

#include <cmath>
#include <csignal>
#include <cstdio>
#include <deque>
#include <memory>
#include <string>

namespace constants {
const double pi = 3.14159265358979323846;
}

struct Vec3D {
    double X = 0.0, Y = 0.0, Z = 0.0;
    Vec3D() = default;
    Vec3D(double x, double y, double z) : X(x), Y(y), Z(z) {}
    Vec3D operator+(const Vec3D& b) const { return {X + b.X, Y + b.Y, Z + b.Z}; }
    Vec3D operator-(const Vec3D& b) const { return {X - b.X, Y - b.Y, Z - b.Z}; }
    Vec3D operator-() const { return {-X, -Y, -Z}; }
    Vec3D operator*(double k) const { return {k * X, k * Y, k * Z}; }
    static double dot(const Vec3D& a, const Vec3D& b) { return a.X * b.X + a.Y * b.Y + a.Z * b.Z; }
    static Vec3D cross(const Vec3D& a, const Vec3D& b) {
        return {a.Y * b.Z - a.Z * b.Y, a.Z * b.X - a.X * b.Z, a.X * b.Y - a.Y * b.X};
    }
    double getLength() const { return std::sqrt(dot(*this, *this)); }
};

struct MatrixSymmetric3D {
    double XX = 0.0;
    MatrixSymmetric3D(double xx, double, double, double, double, double) : XX(xx) {}
};

inline void refused(const char* what) {
    std::fprintf(stderr, "%s\n", what);
    std::raise(SIGTERM);
}

class ParticleSpecies {
public:
    void setDensity(double density) { density > 0.0 ? void(density_ = density) : refused("density"); }
    void setEffectiveElasticModulus(double E) { E >= 0.0 ? void(E_ = E) : refused("elastic modulus"); }
    void setDissipation(double phi) { phi >= 0.0 ? void(phi_ = phi) : refused("dissipation"); }
    void setEffectiveElasticModulusAndRestitutionCoefficient(double E, double e) {
        if (e < 0.0 || e > 1.0) refused("restitution");
        setEffectiveElasticModulus(E);
        const double z = e > 0.0 ? -std::log(e) / std::hypot(std::log(e), constants::pi) : 1.0;
        phi_ = std::sqrt(5.0) * z;
    }
    void setEffectiveElasticModulusAndPoissonRatio(double E, double nu) {
        if (nu < 0.0 || nu > 1.0) refused("poisson ratio");
        setEffectiveElasticModulus(E);
        setEffectiveShearModulus(0.5 * E * (1.0 + nu));
    }
    void setEffectiveShearModulus(double G) { G > 0.0 ? void(G_ = G) : refused("shear modulus"); }
    void setSlidingFrictionCoefficient(double mu) { mu >= 0.0 ? void(mu_ = mu) : refused("friction"); }
    void setSlidingDissipation(double c) { c >= 0.0 ? void(c_ = c) : refused("sliding dissipation"); }

    void setLoadingStiffness(double k) { k >= 0.0 ? void(k1_ = k) : refused("loading stiffness"); }
    void setUnloadingStiffnessMax(double k) { k >= 0.0 ? void(kp_ = k) : refused("unloading stiffness"); }
    void setCohesionStiffness(double k) { k >= 0.0 ? void(kc_ = k) : refused("cohesion stiffness"); }
    void setPenetrationDepthMax(double phi) { phi >= 0.0 ? void(depth_ = phi) : refused("penetration depth"); }

    double density_ = 0.0, E_ = 0.0, phi_ = 0.0, G_ = 0.0, mu_ = 0.0, c_ = 0.0;
    double k1_ = 0.0, kp_ = 0.0, kc_ = 0.0, depth_ = 0.0;
};
struct HertzianViscoelasticMindlinSpecies : ParticleSpecies {};
struct LinearPlasticViscoelasticSpecies : ParticleSpecies {};

class BaseParticle {
public:
    void setSpecies(const ParticleSpecies* species) { species_ = species; }
    void setRadius(double r) { radius_ = r; }
    void setPosition(const Vec3D& x) { x_ = x; }
    void setVelocity(const Vec3D& v) { v_ = v; }
    void setAngularVelocity(const Vec3D& w) { w_ = w; }
    void setInertia(const MatrixSymmetric3D& inertia) { invInertia_ = 1.0 / inertia.XX; }
    void fixParticle() {
        invMass_ = invInertia_ = 0.0;
        v_ = w_ = Vec3D();
    }
    double getRadius() const { return radius_; }
    const Vec3D& getPosition() const { return x_; }
    const Vec3D& getVelocity() const { return v_; }
    const Vec3D& getAngularVelocity() const { return w_; }

    const ParticleSpecies* species_ = nullptr;
    double radius_ = 0.0, invMass_ = 0.0, invInertia_ = 0.0;
    Vec3D x_, v_, w_, force_, torque_;
};
using SphericalParticle = BaseParticle;

class InfiniteWall {
public:
    void setSpecies(const ParticleSpecies* species) { species_ = species; }
    // The normal points into the wall.
    void set(const Vec3D& normal, const Vec3D& point) {
        normal_ = normal;
        point_ = point;
    }
    const ParticleSpecies* species_ = nullptr;
    Vec3D normal_, point_;
};

template <class Thing>
class Handler {
public:
    Thing* copyAndAddObject(const Thing& thing) {
        things_.push_back(thing);
        return &things_.back();
    }
    Thing* getObject(std::size_t i) { return &things_.at(i); }
    const Thing* getObject(std::size_t i) const { return &things_.at(i); }
    unsigned getNumberOfObjects() const { return static_cast<unsigned>(things_.size()); }
    std::deque<Thing> things_;
};

enum class FileType { NO_FILE, ONE_FILE };
struct File {
    void setFileType(FileType type) { type_ = type; }
    FileType type_ = FileType::ONE_FILE;
};

class DPMBase {
public:
    virtual ~DPMBase() = default;
    virtual void printTime() const {}
    void setName(const std::string&) {}
    void setSystemDimensions(unsigned) {}
    void setParticleDimensions(unsigned) {}
    void setGravity(const Vec3D&) {}
    void setTimeStep(double dt) { dt_ = dt; }
    void setTimeMax(double) {}
    void setMin(const Vec3D&) {}
    void setMax(const Vec3D&) {}
    void initialiseSolve() {
        for (BaseParticle& p : particleHandler.things_) {
            const double m = 4.0 / 3.0 * constants::pi * std::pow(p.radius_, 3) * p.species_->density_;
            p.invMass_ = 1.0 / m;
            p.invInertia_ = 1.0 / (0.4 * m * p.radius_ * p.radius_);
        }
        forces();
    }
    void computeOneTimeStep() {
        kick();
        for (BaseParticle& p : particleHandler.things_) p.x_ = p.x_ + p.v_ * dt_;
        forces();
        kick();
    }

    Handler<ParticleSpecies> speciesHandler;
    Handler<BaseParticle> particleHandler;
    Handler<InfiniteWall> wallHandler;
    File dataFile, restartFile, fStatFile, eneFile;

private:
    static double mean(double a, double b) { return a == 0.0 || b == 0.0 ? 0.0 : 2.0 / (1.0 / a + 1.0 / b); }

    void kick() {
        for (BaseParticle& p : particleHandler.things_) {
            p.v_ = p.v_ + p.force_ * (0.5 * dt_ * p.invMass_);
            p.w_ = p.w_ + p.torque_ * (0.5 * dt_ * p.invInertia_);
        }
    }

    void forces() {
        BaseParticle& one = *particleHandler.getObject(0);
        const bool wall = wallHandler.getNumberOfObjects() > 0;
        BaseParticle none;
        BaseParticle& two = wall ? none : *particleHandler.getObject(1);
        const ParticleSpecies& a = *one.species_;
        const ParticleSpecies& b = wall ? *wallHandler.getObject(0)->species_ : *two.species_;
        one.force_ = one.torque_ = two.force_ = two.torque_ = Vec3D();
        Vec3D n;
        double overlap = 0.0;
        if (wall) {
            n = -wallHandler.getObject(0)->normal_;
            overlap = one.radius_ - Vec3D::dot(one.x_ - wallHandler.getObject(0)->point_, n);
        } else {
            const Vec3D apart = one.x_ - two.x_;
            n = apart * (1.0 / apart.getLength());
            overlap = one.radius_ + two.radius_ - apart.getLength();
        }
        if (overlap <= 0.0) {
            stretch_ = Vec3D();
            largest_ = 0.0;
            return;
        }
        const double R = wall ? one.radius_ : one.radius_ * two.radius_ / (one.radius_ + two.radius_);
        const double m = 1.0 / (one.invMass_ + two.invMass_);
        const double arms[2] = {one.radius_ - 0.5 * overlap, wall ? 0.0 : two.radius_ - 0.5 * overlap};
        const Vec3D spin = one.w_ * arms[0] + two.w_ * arms[1];
        const Vec3D v = one.v_ - two.v_ + Vec3D::cross(n, spin);
        const double v_n = Vec3D::dot(v, n);
        const Vec3D v_t = v - n * v_n;
        if (a.k1_ > 0.0) {
            const double F = plastic(a, b, R, overlap) - mean(a.phi_, b.phi_) * v_n;
            one.force_ = n * F;
            two.force_ = -one.force_;
            return;
        }
        const double contact = std::sqrt(R * overlap);
        const double k_n = 4.0 / 3.0 * mean(a.E_, b.E_) * contact, k_t = 8.0 * mean(a.G_, b.G_) * contact;
        const double F_n = k_n * overlap - mean(a.phi_, b.phi_) * std::sqrt(m * k_n) * v_n;
        Vec3D T;
        const double mu = mean(a.mu_, b.mu_);
        if (mu > 0.0) {
            stretch_ = stretch_ - n * Vec3D::dot(stretch_, n) + v_t * dt_;
            T = stretch_ * (-2.0 / 3.0 * k_t);
            const double limit = mu * std::fabs(F_n);
            if (T.getLength() < limit) {
                T = T - v_t * (mean(a.c_, b.c_) * std::sqrt(m * k_t));
            } else {
                T = T * (limit / T.getLength());
                stretch_ = T * (-1.5 / k_t);
            }
        }
        one.force_ = n * F_n + T;
        two.force_ = -one.force_;
        const Vec3D turn = Vec3D::cross(T, n);
        one.torque_ = turn * arms[0];
        two.torque_ = turn * arms[1];
    }

    // Stiffer on unloading the deeper the bodies were, up to `star`; a pull in proportion to the overlap moves the largest one back.
    double plastic(const ParticleSpecies& a, const ParticleSpecies& b, double R, double overlap) {
        const double k1 = mean(a.k1_, b.k1_), kp = mean(a.kp_, b.kp_), kc = mean(a.kc_, b.kc_);
        const double star = kp / (kp - k1) * mean(a.depth_, b.depth_) * 2.0 * R;
        if (overlap > largest_) largest_ = overlap < star ? overlap : star;
        const double k2 = k1 + (kp - k1) * largest_ / star;
        const double F = k2 * overlap - (k2 - k1) * largest_;
        if (F >= -kc * overlap) return F;
        largest_ = (k2 + kc) / (k2 - k1) * overlap;
        return -kc * overlap;
    }

    double dt_ = 0.0, largest_ = 0.0;
    Vec3D stretch_;
};

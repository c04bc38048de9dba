"""Names of the package that the driver uses."""


class Bag:
    def __init__(self, **values):
        self.__dict__.update(values)


class Par:
    def __init__(self):
        self.added = []

    def add(self, particle):
        self.added.append(particle)


class DemField:
    def __init__(self):
        self.par = Par()


class HertzMat(Bag):
    pass


class Cp2_HertzMat_HertzPhys(Bag):
    pass


class Law2_L6Geom_HertzPhys_DMT(Bag):
    pass

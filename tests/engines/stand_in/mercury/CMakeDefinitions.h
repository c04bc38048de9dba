// Stands in for what the build of the library writes.
#pragma once
#include <string>

inline const std::string getVersion() { return "1.0"; }
inline const std::string getRevision() { return "1a2b3c4"; }

#include <DPMBase.h>

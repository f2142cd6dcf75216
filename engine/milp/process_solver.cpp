// SPDX-License-Identifier: Apache-2.0
#include "engine/milp/process_solver.h"

// SPDX-License-Identifier: Apache-2.0
#include "engine/io/read_network.h"

// SPDX-License-Identifier: Apache-2.0
#include "engine/io/result_json.h"

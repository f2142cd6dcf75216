// SPDX-License-Identifier: Apache-2.0
#include "engine/base/build_info.h"

namespace nestloom {

namespace {

constexpr const char* kCommit =
#include "commit.inc"
    ;

} // namespace

std::string buildInfo() { return std::string("commit ") + kCommit + "; " NESTLOOM_BUILD; }

std::string versionText(const std::string& program) { return program + " " NESTLOOM_VERSION "\n" + buildInfo() + "\n"; }

} // namespace nestloom

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/buffer.h"

#include <cstdint>
#include <vector>

namespace nestloom::memory {

/// A buffer over sections instead of steps; both ends included.
struct SectionItem {
    std::size_t first = 0, last = 0;
    std::int64_t size = 0; // B
};

/// The steps between two events, at which the same buffers are in use, are one section.
struct Sections {
    std::vector<SectionItem> items; // by buffer
    std::vector<std::size_t> steps; // by section: how many there are
    std::vector<std::int64_t> load; // by section, B
};
Sections sections(const std::vector<Buffer>& buffers);

} // namespace nestloom::memory

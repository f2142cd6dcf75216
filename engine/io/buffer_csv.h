// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/memory/packing.h"

#include <string>
#include <vector>

namespace nestloom::io {

/// Buffers as minimalloc's CSV has them, and what is needed to write them in the same way.
struct BufferTable {
    std::vector<std::string> ids;
    std::vector<memory::Buffer> buffers;
    bool endIsIncluded = false; // columns "start" and "end" (the last step) instead of "lower" and "upper" (behind it)
    friend bool operator==(const BufferTable&, const BufferTable&) = default;
};

/// Reads the CSV of minimalloc: a header, then a buffer a line. Columns, in any order: "id" (or "buffer", "buffer_id"),
/// "lower" (or "start", "begin"), "upper" or "end", "size" (B); and perhaps "alignment" (B), "gaps" ("3-5 9-12@0:64":
/// needs nothing, or only the bytes from 0 up to 64, from step 3 or 9 on) and "offset" (B; empty = free). "upper" is
/// the first step after the buffer, "end" its last one, in gaps as well. Each id is there once.
/// Fails   InvalidInput, where = "fileName:line: column".
Result<BufferTable> readBufferCsv(const std::string& text, const std::string& fileName);

/// The same columns, and "offset" when offsets are given; "alignment" and "gaps" when some buffer has any.
std::string writeBufferCsv(const BufferTable& table, const std::vector<Bytes>& offsets);

} // namespace nestloom::io

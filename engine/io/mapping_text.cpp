// SPDX-License-Identifier: Apache-2.0
#include "engine/io/mapping_text.h"

#include "engine/io/result_json.h"
#include "engine/mapping/mapping_text.h"

namespace nestloom::io {

Result<mapping::LayerMapping> mappingFromText(const hardware::Accelerator& accelerator, std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool isJson = first != std::string_view::npos && (text[first] == '[' || text[first] == '{');
    return isJson ? mappingFromJson(accelerator, text) : mapping::parse(accelerator, text);
}

} // namespace nestloom::io

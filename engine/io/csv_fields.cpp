// SPDX-License-Identifier: Apache-2.0
#include "engine/io/csv_fields.h"

#include "engine/base/trimmed.h"

namespace nestloom::io {

namespace {

/// The text of a quoted field; `rest` goes on behind it.
std::string quotedField(std::string_view& rest)
{
    std::string field;
    for (rest.remove_prefix(1); !rest.empty(); rest.remove_prefix(1)) {
        if (rest.front() == '"') {
            rest.remove_prefix(1);
            if (rest.empty() || rest.front() != '"')
                break;
        }
        field += rest.front();
    }
    return field;
}

} // namespace

std::vector<std::string> csvFields(std::string_view line, char separator)
{
    std::vector<std::string> fields;
    std::string_view rest = line;
    while (true) {
        std::string field;
        if (const std::size_t begin = rest.find_first_not_of(' ');
            begin != std::string_view::npos && rest[begin] == '"') {
            rest.remove_prefix(begin);
            field = quotedField(rest);
        }
        const std::size_t end = rest.find(separator);
        field += trimmed(rest.substr(0, end));
        fields.push_back(std::move(field));
        if (end == std::string_view::npos)
            return fields;
        rest.remove_prefix(end + 1);
    }
}

} // namespace nestloom::io

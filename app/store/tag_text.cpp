// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/tag_text.h"

#include <algorithm>
#include <iterator>
#include <sstream>

namespace nestloom::store {

Result<std::string> tagText(std::vector<std::string> tags)
{
    std::sort(tags.begin(), tags.end());
    tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
    std::string text;
    for (const std::string& tag : tags) {
        if (tag.empty() || tag.find_first_of(" \t\r\n\f\v") != std::string::npos)
            return Error{ErrorCode::InvalidInput, "a tag is one word without spaces, not '" + tag + "'", "tags"};
        text += (text.empty() ? "" : " ") + tag;
    }
    return text;
}

std::vector<std::string> wordsOf(const std::string& text)
{
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

} // namespace nestloom::store

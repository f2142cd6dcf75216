// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <string>

namespace nestloom::tests {

/// The text with the first `what`, which it must have, replaced.
inline std::string replaced(std::string text, const std::string& what, const std::string& by)
{
    const std::size_t at = text.find(what);
    if (at == std::string::npos)
        qFatal("'%s' is not in %s", what.c_str(), text.c_str());
    return text.replace(at, what.size(), by);
}

} // namespace nestloom::tests

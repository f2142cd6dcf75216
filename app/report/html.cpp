// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/html.h"

namespace nestloom::report {

std::string escaped(std::string_view text)
{
    std::string safe;
    safe.reserve(text.size());
    for (const char c : text) {
        switch (c) {
        case '&': safe += "&amp;"; break;
        case '<': safe += "&lt;"; break;
        case '>': safe += "&gt;"; break;
        case '"': safe += "&quot;"; break;
        case '\'': safe += "&#39;"; break;
        default:
            if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t')
                safe += c;
        }
    }
    return safe;
}

std::string table(const std::vector<Cell>& columns, const std::vector<std::vector<Cell>>& rows)
{
    const auto cell = [](const char* tag, const Cell& content) {
        return std::string("<") + tag + (content.isNumber ? " class=\"n\">" : ">") + content.html + "</" + tag + ">";
    };
    std::string html = "<div class=\"wide\"><table><thead><tr>";
    for (const Cell& column : columns)
        html += cell("th", column);
    html += "</tr></thead>\n<tbody>\n";
    for (const std::vector<Cell>& row : rows) {
        html += "<tr>";
        for (const Cell& content : row)
            html += cell("td", content);
        html += "</tr>\n";
    }
    return html + "</tbody></table></div>\n";
}

std::string folded(std::string_view title, const std::string& html)
{
    return "<details><summary>" + escaped(title) + "</summary>\n" + html + "</details>\n";
}

std::string preformatted(std::string_view text) { return "<pre>" + escaped(text) + "</pre>\n"; }

} // namespace nestloom::report

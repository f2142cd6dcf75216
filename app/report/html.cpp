// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/html.h"

#include "app/report/style.h"

namespace nestloom::report {

namespace {

constexpr std::size_t kLongText = 60;

const char* toneClass(Tone tone)
{
    switch (tone) {
    case Tone::Normal: return "";
    case Tone::Soft: return "soft";
    case Tone::Good: return "good";
    case Tone::Bad: return "bad";
    }
    return "";
}

std::string classes(const std::string& names) { return names.empty() ? names : " class=\"" + names + "\""; }

std::string cellHtml(const char* tag, const Cell& cell)
{
    std::string names = cell.isNumber ? "n" : "";
    if (cell.tone != Tone::Normal)
        names += std::string(names.empty() ? "" : " ") + toneClass(cell.tone);
    if (cell.span > 1 || (!cell.isNumber && cell.text.size() > kLongText)) // broken into lines
        names += std::string(names.empty() ? "" : " ") + "reason";
    const std::string span = cell.span > 1 ? " colspan=\"" + std::to_string(cell.span) + "\"" : "";
    return std::string("<") + tag + classes(names) + span + ">" + escaped(cell.text) + "</" + tag + ">";
}

std::string html(const Heading& heading)
{
    const std::string tag = "h" + std::to_string(heading.level);
    return "<" + tag + ">" + escaped(heading.text) + "</" + tag + ">\n";
}

std::string html(const Paragraph& paragraph)
{
    return "<p" + classes(toneClass(paragraph.tone)) + ">" + escaped(paragraph.text) + "</p>\n";
}

std::string html(const Tiles& tiles)
{
    std::string text = "<div class=\"tiles\">";
    for (const Tiles::Tile& tile : tiles.tiles) {
        text += "<div class=\"tile\"><b>" + escaped(tile.number) + "</b>";
        if (!tile.change.empty())
            text += "<i" + classes(toneClass(tile.changeTone)) + ">" + escaped(tile.change) + "</i>";
        text += "<span>" + escaped(tile.words) + "</span></div>\n";
    }
    return text + "</div>\n";
}

std::string html(const Table& table)
{
    std::string text = "<div class=\"wide\"><table><thead><tr>";
    for (const Cell& column : table.columns)
        text += cellHtml("th", column);
    text += "</tr></thead>\n<tbody>\n";
    for (const std::vector<Cell>& row : table.rows) {
        text += "<tr>";
        for (const Cell& cell : row)
            text += cellHtml("td", cell);
        text += "</tr>\n";
    }
    return text + "</tbody></table></div>\n";
}

std::string html(const BulletList& list)
{
    std::string text = "<ul>\n";
    for (const std::string& item : list.items)
        text += "<li>" + escaped(item) + "</li>\n";
    return text + "</ul>\n";
}

std::string html(const Legend& legend)
{
    std::string text = "<p>";
    for (const LegendEntry& entry : legend.entries)
        text += "<svg width=\"12\" height=\"12\"><rect class=\"" + escaped(entry.cssClass)
                + "\" width=\"12\" height=\"12\"/></svg> " + escaped(entry.text) + " &nbsp; ";
    if (legend.withMarker)
        text += "<svg width=\"6\" height=\"12\"><line class=\"bound\" x1=\"3\" x2=\"3\" y1=\"0\" y2=\"12\"/></svg> "
                "proven lower bound";
    return text + "</p>\n";
}

std::string html(const Figure& figure) { return figure.svg; }

std::string html(const Verbatim& text)
{
    return "<details><summary>" + escaped(text.title) + "</summary>\n<pre>" + escaped(text.text)
           + "</pre>\n</details>\n";
}

} // namespace

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

std::string toHtml(const Document& document)
{
    std::string text = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
                       + escaped(document.title) + "</title>\n<style>" + kStyle + "</style></head>\n<body>\n";
    for (const Block& block : document.blocks)
        text += std::visit([](const auto& each) { return html(each); }, block);
    return text + "<p class=\"soft\">" + escaped(document.footer) + "</p>\n</body></html>\n";
}

} // namespace nestloom::report

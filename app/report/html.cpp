// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/html.h"

namespace nestloom::report {

namespace {

/// The whole style sheet of a report. Colours of what bounds a layer are those of the window; dark mode lifts the grey
/// of "compute" to keep it readable. Nothing is fetched from anywhere.
inline constexpr const char* kStyle = R"CSS(
:root { color-scheme: light dark; --ground: #ffffff; --text: #1c1e21; --soft: #5a6068; --line: #d9dce1; --tile: #f4f5f7;
  --compute: #4c4c4c; --dram: #d55e00; --network: #56b4e9; --buffer: #e69f00; --weights: #0072b2; --bad: #b3261e; --good: #00734f; }
@media (prefers-color-scheme: dark) { :root { --ground: #17191c; --text: #e6e8eb; --soft: #a3a9b2; --line: #3a3f46;
  --tile: #22252a; --compute: #a8a8a8; --weights: #4aa3df; --bad: #ff8a80; --good: #4fd1a5; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--ground); color: var(--text);
  font: 14px/1.45 Inter, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; }
h1 { font-size: 24px; margin: 0 0 .2rem; } h2 { font-size: 17px; margin: 2.2rem 0 .6rem; } h3 { font-size: 14px; margin: 1.2rem 0 .4rem; }
p { margin: .4rem 0; } .soft { color: var(--soft); } .bad { color: var(--bad); } .good { color: var(--good); }
.tiles { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1rem 0; }
.tile { background: var(--tile); border: 1px solid var(--line); border-radius: 6px; padding: .6rem .9rem; min-width: 9rem; }
.tile b { font-size: 20px; font-variant-numeric: tabular-nums; } .tile i { font-style: normal; margin-left: .6rem; } .tile span { display: block; color: var(--soft); font-size: 12px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 12.5px; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem .25rem 0; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 600; } td { white-space: nowrap; } td.reason { white-space: normal; min-width: 22rem; } .n { text-align: right; }
pre { background: var(--tile); border: 1px solid var(--line); border-radius: 6px; padding: .7rem; overflow-x: auto;
  font: 12px/1.4 "DejaVu Sans Mono", Consolas, monospace; }
details { margin: .25rem 0; } summary { cursor: pointer; }
svg { max-width: 100%; height: auto; } svg text { fill: var(--text); font-size: 11px; } svg .soft { fill: var(--soft); }
svg .grid { stroke: var(--line); } svg .bound { stroke: var(--text); stroke-width: 2; }
.compute { fill: var(--compute); } .dram { fill: var(--dram); } .network { fill: var(--network); } .buffer { fill: var(--buffer); }
.leakage { fill: #cc79a7; } .weights { fill: var(--weights); } .inputs { fill: #e69f00; } .outputs { fill: #009e73; }
.front { fill: var(--weights); } .dominated { fill: var(--soft); opacity: .5; } .step { fill: none; stroke: var(--weights); stroke-width: 1.5; }
@media print { :root { color-scheme: light; --ground: #fff; --text: #000; --tile: #fff; --compute: #4c4c4c; }
  body { max-width: none; padding: 0; font-size: 11px; } h2 { break-after: avoid; } tr, .tile, svg { break-inside: avoid; } thead { display: table-header-group; }
  .wide { overflow: visible; } th, td { padding-right: .4rem; font-size: 8.5px; white-space: normal; } .n { white-space: nowrap; } pre { white-space: pre-wrap; } }
)CSS";

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

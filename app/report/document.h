// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nestloom::report {

/// What a report says, before it becomes HTML or PDF. All texts are plain; whoever renders them escapes them.
enum class Tone { Normal, Soft, Good, Bad };

struct Heading {
    int level = 2; // 1 = the title
    std::string text;
};

struct Paragraph {
    std::string text;
    Tone tone = Tone::Normal;
};

/// The headline numbers.
struct Tiles {
    struct Tile {
        std::string number;
        std::string words;
        std::string change; // against the baseline; may be empty
        Tone changeTone = Tone::Normal;
    };
    std::vector<Tile> tiles;
};

struct Cell {
    std::string text;
    bool isNumber = false; // right-aligned, not broken
    Tone tone = Tone::Normal;
    int span = 1; // columns
};
inline Cell textCell(std::string_view text, Tone tone = Tone::Normal) { return {std::string(text), false, tone, 1}; }
inline Cell numberCell(std::string_view text, Tone tone = Tone::Normal) { return {std::string(text), true, tone, 1}; }

struct Table {
    std::vector<Cell> columns; // the head, which tells the alignment as well
    std::vector<std::vector<Cell>> rows;
};

struct BulletList {
    std::vector<std::string> items;
};

/// Coloured squares with what each colour means; the classes are those of html.cpp.
struct LegendEntry {
    std::string cssClass;
    std::string text;
};
struct Legend {
    std::vector<LegendEntry> entries;
    bool withMarker = false; // the tick of a proven lower bound
};

/// One <svg>. Its colours are classes of html.cpp; it is never broken over two pages.
struct Figure {
    std::string svg;
};

/// Text as it was typed, in a fixed-width font; folded away where that can be done.
struct Verbatim {
    std::string title;
    std::string text;
};

using Block = std::variant<Heading, Paragraph, Tiles, Table, BulletList, Legend, Figure, Verbatim>;

struct Document {
    std::string title;
    std::vector<Block> blocks;
    std::string footer; // version, seed, time

    void add(Block block) { blocks.push_back(std::move(block)); }
    /// An empty text adds nothing.
    void say(std::string text, Tone tone = Tone::Normal)
    {
        if (!text.empty())
            blocks.push_back(Paragraph{std::move(text), tone});
    }
};

} // namespace nestloom::report

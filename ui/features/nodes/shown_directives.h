// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/tensor_role.h"
#include "engine/schedule/kapla/directive_facts.h"
#include "ui/features/nodes/buffer_array.h"
#include "ui/features/nodes/shown_nodes.h"

namespace nestloom::ui {

/// The directives of the selected layer, and which of them the user looks at: the list and the pictures share it.
class ShownDirectives : public QObject {
    Q_OBJECT
public:
    enum class Kind { Level, Tensor, Stack, Update };
    /// A line of the text.
    struct Line {
        Kind kind = Kind::Level;
        std::size_t level = 0; // into levels()
        std::size_t at = 0;    // into the level's directives of that kind
        friend bool operator==(const Line&, const Line&) = default;
    };
    /// A level with what its directives mean. Only the innermost levels have buffers to draw, the whole tensors have
    /// none.
    struct Level {
        kapla::LevelDirectives directives;
        std::optional<kapla::LevelFacts> facts;
        BufferArray array;
        std::int64_t capacity = 0; // words of one buffer
        bool isOfNodes = false;    // else of PEs
    };

    explicit ShownDirectives(ShownNodes& nodes, QObject* parent = nullptr);

    bool empty() const { return m_levels.empty(); }
    const std::vector<Level>& levels() const { return m_levels; } // from the inside out
    const std::vector<Line>& lines() const { return m_lines; }
    const QStringList& texts() const { return m_texts; } // of the lines

    std::optional<std::size_t> chosen() const { return m_chosen; }   // a line
    std::optional<std::size_t> pointed() const { return m_pointed; } // a line under the pointer
    /// The pointed line, else the chosen one.
    const Line* marked() const;
    bool isMarked(Kind kind, std::size_t level, std::size_t at) const;
    std::optional<std::size_t> lineOf(const Line& line) const;
    std::size_t level() const; // of the chosen line; buffers of nodes without one
    void choose(std::optional<std::size_t> line);
    void point(std::optional<std::size_t> line);

    ShownNodes& nodes() { return m_nodes; }
    const ShownNodes& nodes() const { return m_nodes; }
    /// Inputs come first and outputs last.
    TensorRole roleOf(std::size_t level, std::size_t tensor) const;

Q_SIGNALS:
    void changed();       // another layer
    void markedChanged(); // chosen or pointed

private:
    void refresh();
    void addLines();

    ShownNodes& m_nodes;
    std::vector<Level> m_levels;
    std::vector<Line> m_lines;
    QStringList m_texts;
    std::optional<std::size_t> m_chosen, m_pointed;
};

/// Whether shifts or steps lead to other data of the tensor.
bool moves(const std::vector<kapla::DimSize>& steps, const kapla::TensorDirective& tensor);

/// Whether the buffers of the stack hand the tensor on to each other.
bool passes(const kapla::StackDirective& stack, const kapla::TensorDirective& tensor);

/// What a step of an update does to a tensor in the buffers: other data, the same once more because an update inside
/// has replaced them, or nothing.
enum class Motion : std::uint8_t { New, Again, Stays };
Motion motionOf(const ShownDirectives::Level& level, std::size_t update, std::size_t tensor);
/// Steps of an update of a level.
std::int64_t tripsOf(const ShownDirectives::Level& level, std::size_t update);

} // namespace nestloom::ui

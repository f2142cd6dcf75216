// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/tensor_role.h"
#include "engine/kapla/machine.h"
#include "engine/kapla/partition.h"
#include "engine/schedule/kapla/directive_facts.h"
#include "engine/schedule/kapla/directives.h"
#include "ui/features/nodes/shown_nodes.h"

#include <optional>
#include <vector>

namespace nestloom::ui {

/// The buffers that the stacks of one level make, where they lie, and which of them hold the same part of a tensor.
struct BufferArray {
    struct Buffer {
        kapla::Node at;                 // row and column in `room`
        std::vector<std::int64_t> copy; // which copy of each stack, from 0
    };
    /// One tensor of the level. Parts are numbered by their offsets.
    struct Holding {
        std::vector<std::size_t> part;   // of each buffer
        std::vector<std::int64_t> share; // of each buffer: which of the tensor's shared parts it keeps, from 0
        std::vector<std::vector<kapla::DimSize>>
            offsets; // of each part: where it begins, by the dimensions that stacks shift
        std::size_t parts() const { return offsets.size(); }
    };
    kapla::Extent room; // rows and columns that are there; the buffers may take less
    std::vector<Buffer> buffers;
    std::vector<Holding> tensors; // as in the level

    bool empty() const { return buffers.empty(); }
    std::optional<std::size_t> find(kapla::Node at) const;
    /// The buffer with the next copy of a stack, if this is not the last one.
    std::optional<std::size_t> next(const kapla::LevelDirectives& level, std::size_t buffer, std::size_t stack) const;
};

enum class ArrayAxis : std::uint8_t { Columns, Rows };

/// Along which axis each stack of the buffers of nodes lies: of every division columns before rows, the innermost
/// first.
std::vector<ArrayAxis> nodeAxes(const kapla::Partition& partition);

/// Buffers of nodes at their places of the mesh. `mesh` is the whole machine, `nodes` what the layer has of it.
BufferArray nodeBuffers(const kapla::LevelDirectives& level, const kapla::Partition& partition,
                        const kapla::NodeRegion& nodes, const kapla::NodeRegion& mesh);

/// Registers of an array of PEs. Directives do not say which way a stack lies: rows of outputs go along columns, others
/// along rows while there are any, unless inputs are handed on along the stack; what is longer than the array goes on
/// below.
BufferArray registersOfArray(const kapla::LevelDirectives& level, kapla::Extent array);

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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/directive_words.h"

#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"

#include <algorithm>
#include <array>

namespace nestloom::ui {

namespace {

using Kind = ShownDirectives::Kind;
template <typename T>
using PerStep = std::array<T, 3>; // by Motion

QString namesOf(const ShownDirectives::Level& level, const std::vector<kapla::DimSize>& steps, bool moved)
{
    QStringList names;
    for (const kapla::TensorDirective& tensor : level.directives.tensors)
        if (moves(steps, tensor) == moved)
            names << qt(tensor.name);
    return names.join(QStringLiteral(", "));
}

QString buffersText(const ShownDirectives::Level& level, std::int64_t count)
{
    return level.isOfNodes ? counted(count, Words::tr("1 node"), Words::tr("%1 nodes"))
                           : counted(count, Words::tr("1 PE"), Words::tr("%1 PEs"));
}

QString tensorSentence(const ShownDirectives& directives, const ShownDirectives::Line& line)
{
    const ShownDirectives::Level& level = directives.levels()[line.level];
    const kapla::TensorDirective& tensor = level.directives.tensors[line.at];
    QStringList lines{Words::tr("%1 (%2): %3 in each buffer")
                          .arg(qt(tensor.name), tensorName(directives.roleOf(line.level, line.at)),
                               counted(tensor.words(), Words::tr("1 word"), Words::tr("%1 words")))};
    if (!level.array.empty())
        lines << holdingText(directives, line.level, line.at);
    if (tensor.shared > 1)
        lines
            << Words::tr("Of what %1 nodes need alike, each keeps a part and passes it on in turn.").arg(tensor.shared);
    if (level.facts && line.at < level.facts->tensors.size()) {
        const kapla::TensorFacts& facts = level.facts->tensors[line.at];
        lines << Words::tr("%1 after each other, each brought %2: %3 over the layer, copies counted once")
                     .arg(counted(std::int64_t(facts.blocks), Words::tr("1 block"), Words::tr("%1 blocks")),
                          counted(std::llround(facts.fetches), Words::tr("once"), Words::tr("%1 times")),
                          counted(std::int64_t(facts.volume), Words::tr("1 word"), Words::tr("%1 words")));
    }
    return lines.join(QLatin1Char('\n'));
}

QString overlapText(const ShownDirectives::Level& level, const kapla::DimSize& shift)
{
    std::int64_t size = 1;
    for (const kapla::TensorDirective& tensor : level.directives.tensors)
        size = std::max(size, tensor.sizeOf(shift.dim));
    const QString dim = qt(kapla::name(shift.dim));
    if (size > shift.size)
        return Words::tr("%1: neighbours overlap by %2").arg(dim).arg(size - shift.size);
    return size < shift.size ? Words::tr("%1: neighbours are %2 apart").arg(dim).arg(shift.size - size) : QString();
}

QString stackSentence(const ShownDirectives::Level& level, const kapla::StackDirective& stack)
{
    const QString shifted = namesOf(level, stack.shifts, true), replicated = namesOf(level, stack.shifts, false);
    QStringList lines{Words::tr("%1 side by side").arg(buffersText(level, stack.copies))};
    if (!shifted.isEmpty())
        lines << Words::tr("shifted, each its own part: %1").arg(shifted);
    if (!replicated.isEmpty())
        lines << Words::tr("replicated, all the same: %1").arg(replicated);
    for (const std::string& tensor : stack.passed)
        lines << Words::tr("handed on from one to the next: %1").arg(qt(tensor));
    for (const kapla::DimSize& shift : stack.shifts)
        if (const QString overlap = overlapText(level, shift); !overlap.isEmpty())
            lines << overlap;
    return lines.join(QLatin1Char('\n'));
}

QString updateSentence(const ShownDirectives::Level& level, std::size_t at)
{
    PerStep<QStringList> names;
    for (std::size_t i = 0; i < level.directives.tensors.size(); ++i)
        names[std::size_t(motionOf(level, at, i))] << qt(level.directives.tensors[i].name);
    const auto list = [&](Motion motion) { return names[std::size_t(motion)].join(QStringLiteral(", ")); };
    QStringList lines{counted(tripsOf(level, at), Words::tr("1 step in time, of all buffers together"),
                              Words::tr("%1 steps in time, of all buffers together"))};
    if (const QString moved = list(Motion::New); !moved.isEmpty())
        lines << Words::tr("each step brings other data of %1").arg(moved);
    if (const QString again = list(Motion::Again); !again.isEmpty())
        lines << Words::tr("each step brings the same data again of %1").arg(again);
    if (const QString kept = list(Motion::Stays); !kept.isEmpty())
        lines << Words::tr("stays in place: %1").arg(kept);
    return lines.join(QLatin1Char('\n'));
}

} // namespace

QString wordsText(double words)
{
    return words < 1000 ? counted(std::int64_t(words), Words::tr("1 word"), Words::tr("%1 words"))
                        : format::si(words, Words::tr("words"));
}

QString rangeText(kapla::Dim dim, std::int64_t from, std::int64_t size)
{
    return size == 1 ? QStringLiteral("%1 %2").arg(qt(kapla::name(dim))).arg(from)
                     : Words::tr("%1 %2 to %3").arg(qt(kapla::name(dim))).arg(from).arg(from + size - 1);
}

QString sizesText(const std::vector<kapla::DimSize>& sizes, const QString& sign)
{
    QStringList parts;
    for (const kapla::DimSize& one : sizes)
        parts << qt(kapla::name(one.dim)) + sign + QString::number(one.size);
    return parts.join(QLatin1Char(' '));
}

QString fillText(std::int64_t words, std::int64_t capacity)
{
    return Words::tr("%1 of %2 words, %3")
        .arg(format::integer(words), format::integer(capacity), format::percent(double(words) / double(capacity), 0));
}

QString sizeText(const kapla::TensorDirective& tensor)
{
    return QStringLiteral("%1, %2").arg(wordsText(double(tensor.words())),
                                        sizesText(tensor.sizes, QStringLiteral("=")));
}

QString holdingText(const ShownDirectives& directives, std::size_t level, std::size_t tensor)
{
    const ShownDirectives::Level& of = directives.levels()[level];
    const auto buffers = std::int64_t(of.array.buffers.size());
    const auto parts = std::int64_t(of.array.tensors[tensor].parts());
    const std::int64_t shared = of.directives.tensors[tensor].shared;
    QString holding = buffers == 1       ? Words::tr("one buffer holds it")
                      : parts == buffers ? Words::tr("%1 parts, one each").arg(parts)
                      : parts == 1       ? Words::tr("the same in all %1").arg(buffers)
                                         : Words::tr("%1 parts, each in %2").arg(parts).arg(buffers / parts);
    if (shared > 1)
        holding += Words::tr(", shared by %1").arg(shared);
    const auto& stacks = of.directives.stacks;
    if (std::ranges::any_of(
            stacks, [&](const kapla::StackDirective& stack) { return passes(stack, of.directives.tensors[tensor]); }))
        holding += Words::tr(", handed on");
    return holding;
}

QString levelTitle(const ShownDirectives& directives, std::size_t level)
{
    const ShownDirectives::Level& of = directives.levels()[level];
    const auto used = std::int64_t(of.array.buffers.size());
    return of.isOfNodes ? Words::tr("%1: buffers of %2 of %3 nodes")
                              .arg(qt(of.directives.level))
                              .arg(used)
                              .arg(of.array.room.size())
                        : Words::tr("%1: registers of %2 of %3 PEs of a node")
                              .arg(qt(of.directives.level))
                              .arg(used)
                              .arg(of.array.room.size());
}

QString lineSentence(const ShownDirectives& directives, const ShownDirectives::Line& line)
{
    const ShownDirectives::Level& level = directives.levels()[line.level];
    switch (line.kind) {
    case Kind::Level: return level.array.empty() ? Words::tr("the whole tensors") : levelTitle(directives, line.level);
    case Kind::Tensor: return tensorSentence(directives, line);
    case Kind::Stack: return stackSentence(level, level.directives.stacks[line.at]);
    case Kind::Update: return updateSentence(level, line.at);
    }
    return {};
}

QString bufferSentence(const ShownDirectives& directives, std::size_t level, std::size_t tensor, std::size_t buffer)
{
    const ShownDirectives::Level& of = directives.levels()[level];
    const kapla::TensorDirective& directive = of.directives.tensors[tensor];
    const BufferArray::Buffer& at = of.array.buffers[buffer];
    const BufferArray::Holding& holding = of.array.tensors[tensor];
    const auto& offsets = holding.offsets[holding.part[buffer]];
    QStringList ranges;
    for (const kapla::DimSize& size : directive.sizes) {
        const auto offset =
            std::ranges::find_if(offsets, [&](const kapla::DimSize& one) { return one.dim == size.dim; });
        ranges << rangeText(size.dim, offset == offsets.end() ? 0 : offset->size, size.size);
    }
    const auto same = std::ranges::count(holding.part, holding.part[buffer]) - 1;
    QStringList lines{(of.isOfNodes ? Words::tr("node in row %1, column %2") : Words::tr("PE in row %1, column %2"))
                          .arg(at.at.h)
                          .arg(at.at.w),
                      Words::tr("%1 in the first step: %2").arg(qt(directive.name), ranges.join(QStringLiteral(", "))),
                      Words::tr("part %1 of %2; other buffers with the same: %3")
                          .arg(holding.part[buffer] + 1)
                          .arg(holding.parts())
                          .arg(same)};
    if (directive.shared > 1)
        lines << Words::tr("keeps share %1 of %2 of it: %3 words")
                     .arg(holding.share[buffer] + 1)
                     .arg(directive.shared)
                     .arg(format::integer(directive.words()));
    return lines.join(QLatin1Char('\n'));
}

} // namespace nestloom::ui

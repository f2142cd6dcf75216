// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/mapping_text.h"

#include "engine/base/text.h"
#include "engine/mapping/fanout_layout.h"

#include <charconv>
#include <optional>

namespace nestloom::mapping {

namespace {

bool takePrefix(std::string_view& text, std::string_view prefix)
{
    if (!text.starts_with(prefix))
        return false;
    text = trimmed(text.substr(prefix.size()));
    return true;
}

std::optional<LoopDimension> dimensionOf(std::string_view text)
{
    for (const LoopDimension d : workload::kLoopDimensions)
        if (text.size() == 1 && text.front() == workload::letter(d))
            return d;
    return std::nullopt;
}

class Parser {
public:
    explicit Parser(const hardware::Accelerator& accelerator) : m_accelerator(accelerator) {}

    Result<LayerMapping> run(std::string_view text)
    {
        while (!text.empty() && m_problem.empty()) {
            const std::size_t end = text.find('\n');
            ++m_line;
            if (const std::string_view line = trimmed(text.substr(0, end)); !line.empty() && line != "MAC")
                read(line);
            text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        }
        finishLevel();
        if (!m_problem.empty())
            return Error{ErrorCode::InvalidInput, m_problem, "line " + std::to_string(m_line)};
        if (m_mapping.levels.size() < m_accelerator.levels.size())
            return Error{ErrorCode::InvalidInput,
                         "the mapping has no level " + m_accelerator.levels[m_mapping.levels.size()].name,
                         {}};
        return m_mapping;
    }

private:
    void read(std::string_view line)
    {
        std::string_view rest = line;
        const bool spatial = takePrefix(rest, "par for ");
        if (spatial || takePrefix(rest, "for "))
            readLoop(line, rest, spatial);
        else
            readLevel(line);
    }

    void readLoop(std::string_view line, std::string_view rest, bool spatial)
    {
        if (m_mapping.levels.empty()) {
            m_problem = "a loop stands before the first level " + firstLevel();
            return;
        }
        const std::size_t in = rest.find(" in 0..");
        const auto dimension = in == std::string_view::npos ? std::nullopt : dimensionOf(trimmed(rest.substr(0, in)));
        std::string_view digits = in == std::string_view::npos ? std::string_view() : trimmed(rest.substr(in + 7));
        std::optional<hardware::Axis> axis;
        if (const std::size_t along = digits.find(" along "); spatial && along != std::string_view::npos) {
            axis = hardware::axisNamed(trimmed(digits.substr(along + 7)));
            if (!axis) {
                m_problem =
                    "'" + std::string(trimmed(digits.substr(along + 7))) + "' is not an axis; known: columns, rows";
                return;
            }
            digits = trimmed(digits.substr(0, along));
        }
        std::int64_t bound = 0;
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), bound);
        if (!dimension || read.ec != std::errc() || read.ptr != digits.data() + digits.size() || bound < 1) {
            m_problem = "'" + std::string(line)
                        + "' is no loop; write 'for K in 0..4' or 'par for K in 0..4', with one of R S P Q C K N G";
            return;
        }
        LevelLoops& level = m_mapping.levels.back();
        if (bound > 1)
            (spatial ? level.spatial : level.temporal).push_back({*dimension, bound});
        if (bound > 1 && spatial)
            m_axes.push_back(axis);
    }

    /// All loops of the last level are read: each lies along an axis.
    void finishLevel()
    {
        if (m_mapping.levels.empty() || !m_problem.empty())
            return;
        auto spatial =
            withAxes(m_accelerator.levels[m_mapping.levels.size() - 1], m_mapping.levels.back().spatial, m_axes);
        m_axes.clear();
        if (spatial)
            m_mapping.levels.back().spatial = *std::move(spatial);
        else
            m_problem = spatial.error().message;
    }

    void readLevel(std::string_view line)
    {
        finishLevel();
        if (!m_problem.empty())
            return;
        const std::size_t bracket = line.rfind('[');
        const std::string_view levelName = trimmed(line.substr(0, bracket));
        const std::size_t next = m_mapping.levels.size();
        if (next >= m_accelerator.levels.size()) {
            m_problem = "'" + std::string(levelName) + "' stands behind the innermost level "
                        + m_accelerator.levels.back().name;
            return;
        }
        const hardware::BufferLevel& level = m_accelerator.levels[next];
        if (levelName != level.name) {
            m_problem =
                "'" + std::string(levelName) + "' stands where " + m_accelerator.name + " has level " + level.name;
            return;
        }
        m_mapping.levels.push_back({{}, {}, level.keeps});
        if (bracket != std::string_view::npos)
            readKept(line.substr(bracket + 1));
    }

    /// "weights 36,864 B + inputs 230,400 B of 512,000 B]"
    void readKept(std::string_view text)
    {
        TensorSet keeps;
        for (const TensorRole role : kTensorRoles)
            if (text.find(name(role)) != std::string_view::npos)
                keeps = keeps.with(role);
        m_mapping.levels.back().keeps = keeps;
    }

    std::string firstLevel() const
    {
        return m_accelerator.levels.empty() ? std::string() : m_accelerator.levels.front().name;
    }

    const hardware::Accelerator& m_accelerator;
    LayerMapping m_mapping;
    std::vector<std::optional<hardware::Axis>> m_axes; // of the last level's spatial loops, as written
    std::string m_problem;
    int m_line = 0;
};

} // namespace

Result<LayerMapping> parse(const hardware::Accelerator& accelerator, std::string_view text)
{
    return Parser(accelerator).run(text);
}

namespace {

std::string grouped(std::int64_t number)
{
    std::string digits = std::to_string(number);
    for (std::ptrdiff_t at = std::ptrdiff_t(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(std::size_t(at), ",");
    return digits;
}

std::string heading(const hardware::Accelerator& accelerator, const workload::Layer& layer, const LayerMapping& mapping,
                    std::size_t i)
{
    const hardware::BufferLevel& level = accelerator.levels[i];
    std::string tiles;
    for (const TensorRole role : kTensorRoles) {
        if (!mapping.levels[i].keeps.contains(role))
            continue;
        const Bits bits = tileBits(accelerator, layer, mapping, i, role);
        tiles += (tiles.empty() ? "" : " + ") + std::string(name(role)) + " "
                 + (bits.count % 8 == 0 ? grouped(bits.count / 8) + " B" : grouped(bits.count) + " bit");
    }
    if (level.capacity)
        tiles += " of " + grouped(level.capacity->count) + " B";
    return level.name + " [" + tiles + "]";
}

} // namespace

std::string print(const hardware::Accelerator& accelerator, const workload::Layer& layer, const LayerMapping& mapping)
{
    std::string text;
    std::string indent;
    const auto line = [&](const std::string& words) { text += indent + words + "\n"; };
    const auto loops = [&](const std::vector<Loop>& list, const char* keyword, bool withAxes) {
        for (const Loop& loop : list) {
            line(std::string(keyword) + workload::letter(loop.dimension) + " in 0.." + std::to_string(loop.bound)
                 + (withAxes ? " along " + std::string(hardware::name(loop.axis)) : ""));
            indent += "  ";
        }
    };
    for (std::size_t i = 0; i < mapping.levels.size(); ++i) {
        line(heading(accelerator, layer, mapping, i));
        indent += "  ";
        loops(mapping.levels[i].temporal, "for ", false);
        loops(mapping.levels[i].spatial, "par for ", accelerator.levels[i].fanout.isPlane());
    }
    line("MAC");
    return text;
}

} // namespace nestloom::mapping

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/read_input.h"
#include "app/python/bindings.h"
#include "engine/base/ranges.h"
#include "engine/cost/evaluate.h"
#include "engine/io/mapping_json.h"
#include "engine/io/result_json.h"
#include "engine/mapping/verify.h"
#include "engine/schedule/cosa/mapping_space.h"
#include "engine/schedule/input_error.h"

#include <limits>
#include <mutex>
#include <span>

namespace nestloom::python {

namespace {

using schedule::cosa::Candidate;
using schedule::cosa::MappingSpace;
using workload::kLoopDimensionCount;
using workload::kLoopDimensions;

constexpr std::size_t kBetweenSignals = 1 << 15; // scores; a few hundredths of a second
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr cost::Score kNoMapping{kNone, kNone};

/// Scores many mappings of one layer, each a row of whole numbers: for each slot of the MappingSpace the bounds of its
/// loops in the order R S P Q C K N G, then for each level the tensor that stays put innermost there.
/// Thread rule: any thread; they take turns.
class BatchEvaluator {
public:
    BatchEvaluator(const hardware::Accelerator& accelerator, const workload::Layer& layer)
        : m_space(accelerator, layer), m_evaluator(accelerator, layer)
    {
    }

    const MappingSpace& space() const { return m_space; }
    std::size_t width() const { return m_space.allSlots().size() * kLoopDimensionCount + m_space.levelCount(); }

    std::vector<std::int64_t> row(const Candidate& candidate) const
    {
        std::vector<std::int64_t> row;
        for (std::size_t slot = 0; slot < m_space.allSlots().size(); ++slot)
            row.insert(row.end(), candidate.bounds[slot].values.begin(), candidate.bounds[slot].values.end());
        for (std::size_t level = 0; level < m_space.levelCount(); ++level)
            row.push_back(std::int64_t(candidate.stationary[level]));
        return row;
    }

    /// Nothing for loops that do not multiply to the bounds of the layer, and for what does not fit.
    std::optional<Candidate> candidate(std::span<const std::int64_t> row) const
    {
        Candidate candidate;
        const workload::Extents& whole = m_space.layer().bounds;
        workload::Extents left = whole;
        for (std::size_t slot = 0; slot < m_space.allSlots().size(); ++slot)
            for (const workload::LoopDimension dimension : kLoopDimensions) {
                const std::int64_t bound = row[slot * kLoopDimensionCount + std::size_t(dimension)];
                if (bound < 1 || left[dimension] % bound != 0)
                    return {};
                left[dimension] /= bound;
                candidate.bounds[slot][dimension] = bound;
            }
        for (std::size_t level = 0; level < m_space.levelCount(); ++level) {
            const std::int64_t tensor = row[width() - m_space.levelCount() + level];
            if (tensor < 0 || tensor >= std::int64_t(kTensorRoles.size()))
                return {};
            candidate.stationary[level] = kTensorRoles[std::size_t(tensor)];
        }
        const bool isWhole =
            std::ranges::all_of(kLoopDimensions, [&](workload::LoopDimension each) { return left[each] == 1; });
        return isWhole && m_space.fits(candidate) ? std::optional(candidate) : std::nullopt;
    }

    void score(std::span<const std::int64_t> rows, std::span<cost::Score> scores)
    {
        const std::lock_guard lock(m_mutex);
        for (std::size_t i = 0; i < scores.size(); ++i) {
            const auto candidate = this->candidate(rows.subspan(i * width(), width()));
            if (candidate)
                m_space.toNest(*candidate, m_nest);
            scores[i] = candidate ? m_evaluator.score(m_nest) : kNoMapping;
        }
    }

    cost::Score score(const mapping::LayerMapping& mapping)
    {
        if (!mapping::verify(m_space.accelerator(), m_space.layer(), mapping).empty())
            return kNoMapping;
        const std::lock_guard lock(m_mutex);
        cost::flatten(m_space.accelerator(), mapping, m_nest);
        return m_evaluator.score(m_nest);
    }

private:
    MappingSpace m_space;
    cost::Evaluator m_evaluator; // guarded by m_mutex
    cost::Nest m_nest;           // likewise
    std::mutex m_mutex;
};

std::unique_ptr<BatchEvaluator> makeEvaluator(const Accelerator& accelerator, const Network& network,
                                              const std::string& layer)
{
    const workload::Layer found = take(cli::findLayer(network.value, layer));
    if (const auto error = schedule::inputError(found, accelerator.value))
        throw Failure(*error);
    return std::make_unique<BatchEvaluator>(accelerator.value, found);
}

/// Scores as pairs of doubles, cycles and pJ. The lock of the interpreter is released.
py::bytearray scoreRows(BatchEvaluator& self, const py::buffer& buffer)
{
    const py::buffer_info rows = buffer.request();
    const bool fits = rows.ndim == 2 && rows.shape[1] == py::ssize_t(self.width()) && rows.itemsize == 8
                      && (rows.format == "q" || rows.format == "l") && rows.strides[1] == 8
                      && rows.strides[0] == rows.shape[1] * 8;
    if (!fits)
        throw Failure({ErrorCode::InvalidInput,
                       "mappings are rows of " + std::to_string(self.width())
                           + " whole numbers of 64 bit, one after the other in memory",
                       "score"});
    const std::span<const std::int64_t> numbers(static_cast<const std::int64_t*>(rows.ptr), std::size_t(rows.size));
    std::vector<cost::Score> scores(std::size_t(rows.shape[0]));
    for (std::size_t begin = 0; begin < scores.size(); begin += kBetweenSignals) {
        const std::size_t count = std::min(kBetweenSignals, scores.size() - begin);
        {
            const py::gil_scoped_release unlocked;
            self.score(numbers.subspan(begin * self.width()), std::span(scores).subspan(begin, count));
        }
        if (PyErr_CheckSignals() != 0)
            throw py::error_already_set();
    }
    static_assert(sizeof(cost::Score) == 2 * sizeof(double));
    return py::bytearray(reinterpret_cast<const char*>(scores.data()), scores.size() * sizeof(cost::Score));
}

mapping::LayerMapping readMapping(const BatchEvaluator& self, const std::string& json)
{
    return take(io::mappingFromJson(self.space().accelerator(), json));
}

std::vector<std::string> violations(const BatchEvaluator& self, const std::string& json)
{
    const auto found = mapping::verify(self.space().accelerator(), self.space().layer(), readMapping(self, json));
    return collect(found, &mapping::Violation::message);
}

std::vector<std::int64_t> pack(const BatchEvaluator& self, const std::string& json)
{
    const auto candidate = self.space().toCandidate(readMapping(self, json));
    if (!candidate)
        throw Failure(
            {ErrorCode::InvalidInput,
             "a row has loops that multiply to exactly what the layer has, and levels that keep what they may",
             "mapping"});
    return self.row(*candidate);
}

std::string unpack(const BatchEvaluator& self, const std::vector<std::int64_t>& row)
{
    const auto candidate = row.size() == self.width() ? self.candidate(row) : std::nullopt;
    if (!candidate)
        throw Failure({ErrorCode::InvalidInput, "the row is no mapping of the layer that fits", "mapping"});
    return io::mappingToJson(self.space().accelerator(), self.space().toMapping(*candidate));
}

} // namespace

void addEvaluator(py::module_& module)
{
    py::class_<BatchEvaluator>(module, "Evaluator")
        .def(py::init(&makeEvaluator))
        .def_property_readonly("width", &BatchEvaluator::width)
        .def_property_readonly("slots",
                               [](const BatchEvaluator& self) {
                                   std::vector<std::pair<std::string, bool>> slots;
                                   for (const schedule::cosa::Slot& slot : self.space().allSlots())
                                       slots.emplace_back(self.space().accelerator().levels[slot.level].name,
                                                          slot.spatial);
                                   return slots;
                               })
        .def("score_rows", &scoreRows)
        .def("score_mapping",
             [](BatchEvaluator& self, const std::string& json) {
                 const cost::Score score = self.score(readMapping(self, json));
                 return std::pair(score.cycles, score.energy);
             })
        .def("violations", &violations)
        .def("pack", &pack)
        .def("unpack", &unpack);
}

} // namespace nestloom::python

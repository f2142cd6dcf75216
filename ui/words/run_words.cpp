// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/run_words.h"

#include "engine/base/ranges.h"
#include "engine/explore/layer_changes.h"
#include "engine/schedule/objective.h"
#include "ui/style/format.h"
#include "ui/words/layer_words.h"

#include <algorithm>

namespace nestloom::ui {

namespace {

constexpr std::size_t kNamedLayers = 2;

} // namespace

std::vector<BoundShare> boundShares(const std::vector<schedule::LayerResult>& layers, Cycles others)
{
    std::vector<BoundShare> shares;
    double total = double(others.count);
    for (const schedule::LayerResult& layer : layers) {
        if (!layer.cost)
            continue;
        const QString what = qt(layer.cost->bottleneck.text);
        auto it = std::ranges::find_if(shares, [&](const BoundShare& share) { return share.what == what; });
        if (it == shares.end())
            it = shares.insert(shares.end(), BoundShare{what, 0, 0});
        ++it->layers;
        it->share += double(layer.cost->cycles.count);
        total += double(layer.cost->cycles.count);
    }
    for (BoundShare& share : shares)
        share.share = total > 0 ? share.share / total : 0;
    std::ranges::stable_sort(shares, [](const auto& a, const auto& b) { return a.share > b.share; });
    return shares;
}

QString bottleneckSentence(const std::vector<BoundShare>& shares)
{
    if (shares.empty())
        return {};
    if (shares.front().what == qt(explore::kSimulatedBound))
        return Words::tr("What bounds a layer, its simulation tells: page NoC.");
    const int solved = sumOf(shares, &BoundShare::layers);
    const BoundShare& first = shares.front();
    const double others = 1 - sumOf(shares, &BoundShare::share); // of operators between the layers
    if (others > first.share)
        return Words::tr("Bottleneck: vector operators, which take %1 of the time; of the layers %2 on %3 of %4 (%5).")
            .arg(format::percent(others), first.what)
            .arg(first.layers)
            .arg(solved)
            .arg(format::percent(first.share));
    return Words::tr("Bottleneck: %1 on %2 of %3 layers, which take %4 of the time.")
        .arg(first.what)
        .arg(first.layers)
        .arg(solved)
        .arg(format::percent(first.share));
}

QString furtherBounds(const std::vector<BoundShare>& shares)
{
    QStringList parts;
    for (std::size_t i = 1; i < shares.size() && i < 4; ++i)
        parts << Words::tr("%1 on %2 (%3)")
                     .arg(shares[i].what,
                          shares[i].layers == 1 ? Words::tr("1 layer") : Words::tr("%1 layers").arg(shares[i].layers),
                          format::percent(shares[i].share));
    return parts.isEmpty() ? QString() : Words::tr("Then %1.").arg(parts.join(QStringLiteral(", ")));
}

QString vectorSentence(const schedule::Totals& totals)
{
    const cost::VectorSums& vector = totals.vector;
    return vector.operators == 0 ? QString()
                                 : Words::tr("Of the totals, %n vector operators take %1, %2 and %3 of traffic.",
                                             nullptr, int(vector.operators))
                                       .arg(format::cycles(vector.cycles), format::energy(vector.energy),
                                            format::bytes(vector.read + vector.written));
}

QString notCostedSentence(const schedule::Totals& totals)
{
    const std::string& what = totals.vector.leftOut;
    return what.empty() ? QString() : Words::tr("Not costed: %1.").arg(QString::fromStdString(what));
}

std::optional<std::size_t> worstGapLayer(const std::vector<schedule::LayerResult>& layers)
{
    std::optional<std::size_t> worst;
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (layers[i].gap && (!worst || *layers[i].gap > *layers[*worst].gap))
            worst = i;
    return worst;
}

std::vector<Failure> failures(const std::vector<schedule::LayerResult>& layers)
{
    std::vector<Failure> list;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        if (!needsAttention(layers[i]))
            continue;
        const QString reason = qt(layers[i].reason);
        auto it = std::ranges::find_if(list, [&](const Failure& failure) { return failure.reason == reason; });
        if (it == list.end())
            it = list.insert(list.end(), Failure{reason, {}});
        it->layers.push_back(i);
    }
    return list;
}

QString failureSentence(const Failure& failure, const std::vector<schedule::LayerResult>& layers)
{
    QStringList names;
    for (std::size_t i = 0; i < failure.layers.size() && i < kNamedLayers; ++i)
        names << qt(layers[failure.layers[i]].name);
    const auto more = int(failure.layers.size()) - int(names.size());
    const QString who = more > 1
                            ? Words::tr("%1 and %2 more layers have").arg(names.join(QStringLiteral(", "))).arg(more)
                        : more == 1        ? Words::tr("%1 and 1 more layer have").arg(names.join(QStringLiteral(", ")))
                        : names.size() > 1 ? Words::tr("%1 have").arg(names.join(Words::tr(" and ")))
                                           : Words::tr("%1 has").arg(names.join(QString()));
    return Words::tr("%1 no mapping: %2").arg(who, failure.reason);
}

QString diagnostics(const hardware::Accelerator& accelerator, const workload::Network& network,
                    const schedule::ScheduleOptions& options, const schedule::LayerResult& layer,
                    const QString& acceleratorYaml)
{
    QStringList lines;
    lines << QStringLiteral("nestloom %1").arg(QStringLiteral(NESTLOOM_VERSION));
    lines << QStringLiteral("layer: %1 (%2 of %3)").arg(qt(layer.name)).arg(layer.index + 1).arg(qt(network.name));
    if (layer.index < network.layers.size()) {
        const workload::Layer& shape = network.layers[layer.index];
        QStringList bounds;
        for (const workload::LoopDimension d : workload::kLoopDimensions)
            bounds << QStringLiteral("%1=%2").arg(QLatin1Char(workload::letter(d))).arg(shape.bounds[d]);
        lines << QStringLiteral("bounds: %1 stride=%2x%3 dilation=%4x%5")
                     .arg(bounds.join(QLatin1Char(' ')))
                     .arg(shape.strideP)
                     .arg(shape.strideQ)
                     .arg(shape.dilationR)
                     .arg(shape.dilationS);
    }
    lines << QStringLiteral("status: %1").arg(statusText(layer));
    lines << QStringLiteral("reason: %1").arg(qt(layer.reason));
    lines << QStringLiteral("engine: %1, objective %2, seed %3, gap %4")
                 .arg(qt(options.engine))
                 .arg(qt(schedule::objectiveName(options)))
                 .arg(options.seed)
                 .arg(options.cosa.gap);
    lines << QStringLiteral("accelerator: %1").arg(qt(accelerator.name)) << acceleratorYaml;
    return lines.join(QLatin1Char('\n'));
}

QString objectiveTitle(schedule::Objective objective)
{
    switch (objective) {
    case schedule::Objective::Latency: return Words::tr("latency, then energy");
    case schedule::Objective::Energy: return Words::tr("energy, then latency");
    case schedule::Objective::Edp: return Words::tr("EDP");
    case schedule::Objective::Weighted: return Words::tr("energy + price \u00d7 cycles");
    case schedule::Objective::CosaPaper: return Words::tr("CoSA paper (Eq. 12)");
    }
    return {};
}

QString objectiveTitle(const schedule::ScheduleOptions& options)
{
    if (options.cosa.simulated)
        return Words::tr("simulated cycles");
    if (options.engine != "flexer")
        return options.cosa.objective == schedule::Objective::Weighted
                   ? Words::tr("energy + %1 \u00d7 cycles").arg(format::exactEnergy({options.cosa.cyclePrice}))
                   : objectiveTitle(options.cosa.objective);
    switch (options.flexer.metric) {
    case schedule::flexer::Metric::LatencyTimesTransfer: return Words::tr("latency-transfer");
    case schedule::flexer::Metric::Latency: return Words::tr("latency");
    case schedule::flexer::Metric::Transfer: return Words::tr("transfer");
    }
    return {};
}

QString orderText(schedule::cosma::Order order)
{
    switch (order) {
    case schedule::cosma::Order::Free: return Words::tr("free order");
    case schedule::cosma::Order::Default: return Words::tr("default order");
    case schedule::cosma::Order::LeastPeak: return Words::tr("least-peak order");
    }
    return {};
}

QString doneText(const JobState& job)
{
    if (job.layerCount == 0)
        return {}; // a run that is one schedule as a whole
    const QString done = (job.kind == JobState::Kind::Sweep ? Words::tr("%1/%2 points") : Words::tr("%1/%2 layers"))
                             .arg(job.layersDone - job.layersFailed)
                             .arg(job.layerCount);
    return job.layersFailed == 0 ? done : Words::tr("%1, %2 failed").arg(done).arg(job.layersFailed);
}

QString incumbentText(const JobState& job)
{
    const int solved = job.layersDone - job.layersFailed;
    QString cycles = format::cycles(job.incumbentCycles);
    if (job.end == JobState::End::Running || solved == job.layerCount)
        return cycles;
    return solved == 0 ? Words::tr("no layer mapped")
                       : Words::tr("%1 in %2 of %3 layers").arg(cycles).arg(solved).arg(job.layerCount);
}

} // namespace nestloom::ui

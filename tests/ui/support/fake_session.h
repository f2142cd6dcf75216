// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/ranges.h"
#include "engine/io/network_sizes.h"
#include "engine/io/quantity.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/io/rewrite_accelerator.h"
#include "engine/io/trace_json.h"
#include "tests/ui/support/fake_askers.h"
#include "tests/ui/support/fake_importer.h"
#include "tests/ui/support/fake_kept_simulations.h"
#include "tests/ui/support/fake_run_history.h"
#include "tests/ui/support/fake_run_keeper.h"
#include "tests/ui/support/fake_run_reader.h"
#include "tests/ui/support/fake_sweeps.h"
#include "tests/ui/support/preset_path.h"
#include "ui/ports/session.h"

#include <QFile>

#include <map>

namespace nestloom::ui {

/// A session whose jobs do nothing by themselves: the test says what they report. Texts are read by the real readers.
class FakeSession : public Session {
    Q_OBJECT
public:
    FakeSession()
    {
        for (const char* name : {"simba", "simba-8x8"})
            m_accelerators.push_back({QLatin1String(name), nestloom::testing::presetPath("accelerators", name),
                                      readPreset("accelerators", name), true});
        for (const char* name : {"alexnet", "resnet50"})
            m_networks.push_back({QLatin1String(name), nestloom::testing::presetPath("networks", name),
                                  readPreset("networks", name), true});
    }

    QString buildInfo() const override { return QStringLiteral("commit 0123abcd of 2026-01-01; Release"); }
    QString logTail() const override { return QStringLiteral("opened a.yaml as accelerator\n"); }
    std::vector<AcceleratorEntry> accelerators() const override { return m_accelerators; }
    std::vector<NetworkEntry> networks() const override { return m_networks; }
    const std::vector<RunSummary>& runs() const override { return m_runs; }

    Result<hardware::Accelerator> parseAccelerator(const QString& yaml, const QString& fileName) const override
    {
        return io::parseAccelerator(yaml.toStdString(), fileName.toStdString());
    }
    QString writeAccelerator(const hardware::Accelerator& accelerator) const override
    {
        return QString::fromStdString(io::writeAccelerator(accelerator));
    }
    QString rewriteAccelerator(const QString& yaml, const hardware::Accelerator& before,
                               const hardware::Accelerator& after) const override
    {
        return QString::fromStdString(io::rewriteAccelerator(yaml.toStdString(), before, after));
    }
    std::vector<Error> acceleratorErrors(const QString& yaml, const QString& fileName) const override
    {
        return io::acceleratorErrors(yaml.toStdString(), fileName.toStdString());
    }
    Result<workload::Network> parseNetwork(const QString& yaml, const QString& fileName) const override
    {
        return io::parseNetwork(yaml.toStdString(), fileName.toStdString());
    }
    std::vector<Error> networkErrors(const QString& yaml, const QString& fileName) const override
    {
        return io::networkErrors(yaml.toStdString(), fileName.toStdString());
    }
    QString writeNetwork(const workload::Network& network) const override
    {
        return QString::fromStdString(io::writeNetwork(network));
    }
    std::vector<NetworkSize> networkSizes(const QString& yaml) const override
    {
        return collect(io::networkSizes(yaml.toStdString()), [](const io::NetworkSize& size) {
            return NetworkSize{QString::fromStdString(size.key), size.value, size.least, size.most, size.step};
        });
    }
    Result<QString> withSizes(const QString& yaml, const std::map<QString, qint64>& sizes) const override
    {
        io::NetworkSizes asked;
        for (const auto& [key, value] : sizes)
            asked[key.toStdString()] = value;
        TRY(const std::string text, io::withSizes(yaml.toStdString(), asked));
        return QString::fromStdString(text);
    }
    QByteArray traceJson(const trace::Trace& trace) const override
    {
        return QByteArray::fromStdString(io::traceJson(trace));
    }
    Result<double> parseQuantity(QuantityKind kind, const QString& text) const override
    {
        const std::string typed = text.toStdString();
        switch (kind) {
        case QuantityKind::Bytes: return count(io::parseBytes(typed));
        case QuantityKind::Bits: return count(io::parseBits(typed));
        case QuantityKind::Energy: return count(io::parseEnergy(typed));
        case QuantityKind::Frequency: return count(io::parseFrequency(typed));
        case QuantityKind::Area: return count(io::parseArea(typed));
        case QuantityKind::Power: return count(io::parsePower(typed));
        }
        return Error{};
    }
    Result<Bytes> parseRoom(const QString& text) const override { return io::parseRoom(text.toStdString()); }
    Result<Bandwidth> parseBandwidth(const QString& text) const override
    {
        return io::parseBandwidth(text.toStdString());
    }
    QString bandwidthText(Bandwidth bandwidth) const override { return QString::fromStdString(io::text(bandwidth)); }
    QString quantityText(QuantityKind kind, double value) const override
    {
        switch (kind) {
        case QuantityKind::Bytes: return QString::fromStdString(io::text(Bytes{std::int64_t(value)}));
        case QuantityKind::Bits: return QString::fromStdString(io::text(Bits{std::int64_t(value)}));
        case QuantityKind::Energy: return QString::fromStdString(io::text(Picojoules{value}));
        case QuantityKind::Frequency: return QString::fromStdString(io::text(Hertz{value}));
        case QuantityKind::Area: return QString::fromStdString(io::text(SquareMicrometres{value}));
        case QuantityKind::Power: return QString::fromStdString(io::text(Watts{value}));
        }
        return {};
    }

    JobId submit(const ScheduleRequest& request) override
    {
        const JobId job = ++m_lastJob;
        requests[job] = request;
        JobState state;
        state.id = job;
        state.run = runOf(job);
        state.title = "job " + std::to_string(job);
        state.layerCount = static_cast<int>(request.network.layers.size());
        states[job] = state;
        return job;
    }
    void cancel(JobId job) override
    {
        cancelled.push_back(job);
        end(job, JobState::End::Cancelled);
    }
    RunHistory& runHistory() override { return history; }
    void loadRun(RunId run) override { loads.push_back(run); }
    RunReader& runReader() override { return reader; }
    const Askers& askers() const override { return fakes.all; }
    RunKeeper* runKeeper() override { return &edited; }
    KeptSimulations* keptSimulations() override { return &keptSims; }
    Importer* importer() override { return &fakeImporter; }
    Sweeps& sweeps() override { return fakeSweeps; }

    /// The store numbers runs 100, 101, ... in the order of their jobs.
    static RunId runOf(JobId job) { return 99 + static_cast<RunId>(job); }

    void finishLayer(JobId job, const schedule::LayerResult& layer)
    {
        JobState& state = states[job];
        ++state.layersDone;
        state.fraction = double(state.layersDone) / state.layerCount;
        state.incumbentCycles += layer.cost ? double(layer.cost->cycles.count) : 0;
        Q_EMIT layerFinished(job, runOf(job), layer);
        Q_EMIT jobChanged(state);
    }
    void end(JobId job, JobState::End how)
    {
        states[job].end = how;
        Q_EMIT jobChanged(states[job]);
        Q_EMIT jobFinished(states[job]);
    }
    void answerLoad(const RunRecord& record) { Q_EMIT runLoaded(record); }
    void setRuns(std::vector<RunSummary> runs)
    {
        m_runs = std::move(runs);
        Q_EMIT runsChanged();
    }

    FakeRunHistory history;
    FakeAskers fakes;
    FakePlans& memory = fakes.plans;
    FakeNodes& nodes = fakes.nodes;
    FakeTiles& tiles = fakes.tiles;
    FakeSimulations& simulations = fakes.simulations;
    FakeTuner& tuner = fakes.tuner;
    FakeRunKeeper edited;
    FakeImporter fakeImporter;
    FakeSweeps fakeSweeps;
    FakeKeptSimulations keptSims;
    std::map<JobId, ScheduleRequest> requests;
    std::map<JobId, JobState> states;
    std::vector<JobId> cancelled;
    std::vector<RunId> loads;
    FakeRunReader reader;

private:
    template <typename Unit>
    static Result<double> count(const Result<Unit>& value)
    {
        return value ? Result<double>(double(value->count)) : Result<double>(value.error());
    }
    static QString readPreset(const char* kind, const char* name)
    {
        QFile file(nestloom::testing::presetPath(kind, name));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }

    std::vector<AcceleratorEntry> m_accelerators;
    std::vector<NetworkEntry> m_networks;
    std::vector<RunSummary> m_runs;
    JobId m_lastJob = 0;
};

} // namespace nestloom::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/io/sweep_axis.h"
#include "engine/io/sweep_expression.h"
#include "ui/ports/sweeps.h"

namespace nestloom::ui {

/// Sweeps that do nothing by themselves: the test says what they report. Values are read by the real reader.
class FakeSweeps : public Sweeps {
    Q_OBJECT
public:
    std::vector<SweepSummary> stored() const override { return m_stored; }
    Result<explore::Axis> parseAxis(const explore::Field& field, const QString& text) const override
    {
        return io::parseAxisValues(field, text.toStdString());
    }
    Result<explore::LinkedField> parseLink(const QString& text, const hardware::Accelerator& base) const override
    {
        return io::parseLink(text.toStdString(), base);
    }
    Result<explore::Condition> parseCondition(const QString& text, const hardware::Accelerator& base) const override
    {
        return io::parseCondition(text.toStdString(), base);
    }
    QString valueText(explore::FieldKind kind, double value) const override
    {
        return QString::fromStdString(io::axisValueText(kind, value));
    }
    void estimate(const explore::SweepInputs& inputs) override { estimates.push_back(inputs); }
    void cancelEstimate() override { ++cancelledEstimates; }
    JobId start(const explore::SweepInputs& inputs, const std::optional<explore::FrontSearch>& front) override
    {
        if (isRunning())
            return 0;
        started.push_back(inputs);
        fronts.push_back(front);
        state = {};
        state.job = 1000 + started.size();
        state.sweep = SweepId(started.size());
        state.total = explore::resultCount(inputs);
        return state.job;
    }
    void cancel(JobId job) override
    {
        if (isRunning() && job == state.job)
            end(JobState::End::Cancelled);
    }
    void load(SweepId sweep) override { loads.push_back(sweep); }
    void remove(SweepId sweep) override
    {
        std::erase_if(m_stored, [sweep](const SweepSummary& each) { return each.id == sweep; });
        Q_EMIT storedChanged();
    }

    bool isRunning() const { return state.job != 0 && state.end == JobState::End::Running; }
    void finishPoints(const std::vector<explore::PointResult>& points)
    {
        state.done += points.size();
        Q_EMIT pointsFinished(state.job, points);
        Q_EMIT changed(state);
    }
    void end(JobState::End how)
    {
        state.end = how;
        Q_EMIT changed(state);
        Q_EMIT finished(state);
    }
    void setStored(std::vector<SweepSummary> sweeps)
    {
        m_stored = std::move(sweeps);
        Q_EMIT storedChanged();
    }

    SweepState state;
    std::vector<explore::SweepInputs> estimates, started;
    std::vector<std::optional<explore::FrontSearch>> fronts; // of those that were started
    std::vector<SweepId> loads;
    int cancelledEstimates = 0;

private:
    std::vector<SweepSummary> m_stored;
};

} // namespace nestloom::ui

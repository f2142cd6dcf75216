// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/summary_chart.h"
#include "ui/features/noc/simulation_words.h"

namespace nestloom::ui {

/// Where the time of the PE that is done last goes: one bar over the simulated cycles, with the cycles of the cost
/// model marked, and below it what its parts are.
class TimeShareBar : public SummaryChart {
    Q_OBJECT
public:
    explicit TimeShareBar(ShownSimulation& shown, QWidget* parent = nullptr);

    QString chartName() const override { return parts().empty() ? QString() : tr("simulated time"); }
    TableValues chartValues() const override;
    std::optional<Provenance> chartProvenance() const override { return simulationProvenance(m_shown); }
    QSize sizeHint() const override { return {600, minimumSizeHint().height()}; }
    QSize minimumSizeHint() const override;

protected:
    Content content(const Theme& theme) const override;

private:
    std::vector<TimePart> parts() const;

    ShownSimulation& m_shown;
};

} // namespace nestloom::ui

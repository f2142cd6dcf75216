// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/cosa/cosa.h"
#include "engine/schedule/layer_outcome.h"
#include "ui/charts/summary_chart.h"

#include <array>

namespace nestloom::ui {

/// What Eq. 12 of the CoSA paper is made of for one mapping (Fig. 8): compute and traffic, each times its weight, side
/// by side; from their end utilisation goes back, and what is left is the objective. All in log2, without a unit.
class PaperTermsBar : public SummaryChart {
    Q_OBJECT
public:
    explicit PaperTermsBar(QWidget* parent = nullptr);

    void setTerms(const schedule::PaperTerms& terms, const schedule::cosa::PaperWeights& weights);

    QString chartName() const override { return tr("terms of Eq. 12"); }
    TableValues chartValues() const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }

protected:
    Content content(const Theme& theme) const override;

private:
    struct Term {
        QString name;
        double term = 0, weight = 0;
        double value() const { return term * weight; }
    };
    std::array<Term, 3> terms() const; // compute, traffic, utilisation
    QString sentence() const;

    schedule::PaperTerms m_terms;
    schedule::cosa::PaperWeights m_weights;
};

} // namespace nestloom::ui

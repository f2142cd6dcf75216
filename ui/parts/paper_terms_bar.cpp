// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/paper_terms_bar.h"

#include "ui/style/format.h"
#include "ui/style/theme.h"

#include <algorithm>

namespace nestloom::ui {

PaperTermsBar::PaperTermsBar(QWidget* parent) : SummaryChart(QStringLiteral("paperTermsBar"), parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    refresh();
}

void PaperTermsBar::setTerms(const schedule::PaperTerms& terms, const schedule::cosa::PaperWeights& weights)
{
    m_terms = terms;
    m_weights = weights;
    setAccessibleName(sentence());
    refresh();
}

std::array<PaperTermsBar::Term, 3> PaperTermsBar::terms() const
{
    return {{{tr("compute"), m_terms.compute, m_weights.compute},
             {tr("traffic"), m_terms.traffic, m_weights.traffic},
             {tr("utilisation"), m_terms.utilization, m_weights.utilization}}};
}

QString PaperTermsBar::sentence() const
{
    const auto number = [](double value) { return format::exactNumber(value, 2); };
    const auto [compute, traffic, utilization] = terms();
    return tr("Eq. 12 of the CoSA paper = %1 \u00d7 compute %2 + %3 \u00d7 traffic %4 - %5 \u00d7 utilisation %6 = %7, "
              "in log2; smaller is better.\n"
              "compute: temporal loops; traffic: what crosses the network, summed over tensors; utilisation: tiles in "
              "buffers")
        .arg(number(compute.weight), number(compute.term), number(traffic.weight), number(traffic.term),
             number(utilization.weight), number(utilization.term), number(m_terms.total));
}

QSize PaperTermsBar::sizeHint() const { return {600, QFontMetrics(captionFont(font())).height() + 10}; }

SummaryChart::Content PaperTermsBar::content(const Theme& theme) const
{
    const auto [compute, traffic, utilization] = terms();
    const auto part = [](const Term& term, double value, const Fill& fill, const QString& sign) {
        return Part{value, fill, tr("%1%2 %3").arg(sign, term.name, format::exactNumber(term.value(), 2)), {}};
    };
    // Utilisation lies over the end of traffic.
    const double over = std::min(utilization.value(), traffic.value());
    Content content;
    content.rows = {{tr("Eq. 12"),
                     {part(compute, compute.value(), {theme.colour(BoundBy::Compute), {}}, {}),
                      part(traffic, traffic.value() - over, {theme.colour(BoundBy::Network), {}}, QStringLiteral("+ ")),
                      part(utilization, over, {theme.otherTensor, theme.card}, QStringLiteral("- "))},
                     tr("= %1 (log2)").arg(format::exactNumber(m_terms.total, 2)),
                     {},
                     true,
                     {}}};
    content.toolTip = sentence();
    content.hasCard = content.areSeparated = false;
    content.thickness = 1;
    return content;
}

TableValues PaperTermsBar::chartValues() const
{
    TableValues values;
    values.columns = {tr("term"), tr("log2"), tr("weight"), tr("weighted")};
    for (const Term& term : terms())
        values.rows.push_back({term.name, term.term, term.weight, term.value()});
    values.rows.push_back({tr("Eq. 12"), QVariant(), QVariant(), m_terms.total});
    return values;
}

} // namespace nestloom::ui

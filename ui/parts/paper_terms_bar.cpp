// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/paper_terms_bar.h"

#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/style/theme.h"
#include "ui/widgets/chart_dialog.h"

#include <QPainter>

#include <algorithm>

namespace nestloom::ui {

PaperTermsBar::PaperTermsBar(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("paperTermsBar"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    enableChartExport(*this);
}

void PaperTermsBar::setTerms(const schedule::PaperTerms& terms, const schedule::cosa::PaperWeights& weights)
{
    m_terms = terms;
    m_weights = weights;
    setToolTip(sentence());
    setAccessibleName(sentence());
    update();
}

std::array<PaperTermsBar::Part, 3> PaperTermsBar::parts() const
{
    return {{{tr("compute"), m_terms.compute, m_weights.compute},
             {tr("traffic"), m_terms.traffic, m_weights.traffic},
             {tr("utilisation"), m_terms.utilization, m_weights.utilization}}};
}

QString PaperTermsBar::sentence() const
{
    const auto number = [](double value) { return format::exactNumber(value, 2); };
    const auto [compute, traffic, utilization] = parts();
    return tr("Eq. 12 of the CoSA paper = %1 \u00d7 compute %2 + %3 \u00d7 traffic %4 - %5 \u00d7 utilisation %6 = %7, "
              "in log2; smaller is better.\n"
              "compute: temporal loops; traffic: what crosses the network, summed over tensors; utilisation: tiles in "
              "buffers")
        .arg(number(compute.weight), number(compute.term), number(traffic.weight), number(traffic.term),
             number(utilization.weight), number(utilization.term), number(m_terms.total));
}

QSize PaperTermsBar::sizeHint() const { return {600, QFontMetrics(captionFont(font())).height() + 10}; }

void PaperTermsBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintChart(painter);
}

void PaperTermsBar::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.setFont(captionFont(font()));
    const QFontMetricsF metrics(painter.font());
    const auto [compute, traffic, utilization] = parts();
    const QString title = tr("Eq. 12"), total = tr("= %1 (log2)").arg(format::exactNumber(m_terms.total, 2));
    const double left = metrics.horizontalAdvance(title) + 10, right = metrics.horizontalAdvance(total) + 12;
    const double scale = std::max(0.0, width() - left - right) / std::max(1e-9, compute.value() + traffic.value());
    painter.setPen(theme.text);
    painter.drawText(QRectF(0, 0, left, height()), Qt::AlignVCenter | Qt::AlignLeft, title);
    painter.drawText(QRectF(width() - right, 0, right, height()), Qt::AlignVCenter | Qt::AlignRight, total);
    const auto draw = [&](const Part& part, double from, double to, const QColor& fill, const QString& sign,
                          bool isHatched) {
        const QRectF rect(QPointF(left + from * scale, 2), QPointF(left + to * scale, height() - 2));
        painter.fillRect(rect, fill);
        if (isHatched)
            paint::hatch(painter, rect, theme.card);
        const QString text = tr("%1%2 %3").arg(sign, part.name, format::exactNumber(part.value(), 2));
        if (metrics.horizontalAdvance(text) + 8 > rect.width())
            return;
        painter.setPen(textOn(fill));
        painter.drawText(rect, Qt::AlignCenter, text);
    };
    const double end = compute.value() + traffic.value();
    draw(compute, 0, compute.value(), theme.colour(BoundBy::Compute), {}, false);
    draw(traffic, compute.value(), end - utilization.value(), theme.colour(BoundBy::Network), QStringLiteral("+ "),
         false);
    draw(utilization, std::max(compute.value(), end - utilization.value()), end, theme.otherTensor,
         QStringLiteral("- "), true);
}

TableValues PaperTermsBar::chartValues() const
{
    TableValues values;
    values.columns = {tr("term"), tr("log2"), tr("weight"), tr("weighted")};
    for (const Part& part : parts())
        values.rows.push_back({part.name, part.term, part.weight, part.value()});
    values.rows.push_back({tr("Eq. 12"), QVariant(), QVariant(), m_terms.total});
    return values;
}

} // namespace nestloom::ui

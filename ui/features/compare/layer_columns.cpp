// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/compare/layer_columns.h"

#include "ui/parts/explain_dialog.h"
#include "ui/parts/layer_numbers.h"
#include "ui/style/theme.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/rich_label.h"
#include "ui/workbench/comparison.h"

#include <QAbstractScrollArea>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <QVBoxLayout>

namespace nestloom::ui {

namespace {
constexpr int kNarrowest = 180; // of a column: four of them fit beside the project tree; views scroll inside
} // namespace

LayerColumns::LayerColumns(const Comparison& comparison, View view, QWidget* parent)
    : QWidget(parent), m_comparison(comparison), m_view(std::move(view)), m_layout(new QHBoxLayout(this))
{
    m_layout->setContentsMargins(0, 6, 0, 0);
    m_layout->setSpacing(10);
    hearEvents(this, QEvent::PaletteChange, [this] { refreshNumbers(); }); // they carry colours
}

void LayerColumns::addColumn()
{
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    auto* numbers = new LinkLabel(box);
    numbers->setTextFormat(Qt::RichText);
    numbers->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    QWidget* view = m_view.make();
    view->setMinimumWidth(kNarrowest);
    layout->addWidget(numbers);
    layout->addWidget(view, 1);
    m_layout->addWidget(box, 1);
    connect(numbers, &QLabel::linkActivated, this,
            [this, run = m_columns.size()](const QString& link) { explain(run, link); });
    m_columns.push_back({box, numbers, view});
    if (auto* area = qobject_cast<QAbstractScrollArea*>(view))
        lockScrolling(area);
}

void LayerColumns::explain(std::size_t run, const QString& figure)
{
    const schedule::LayerResult* result =
        m_row && run < m_comparison.runs().size() ? m_comparison.rows()[*m_row].results[run] : nullptr;
    if (!result)
        return;
    const RunRecord& record = *m_comparison.runs()[run].record;
    explainLayer(window(), record.inputs.accelerator, record.inputs.network.layers[result->index], *result,
                 figureNamed(figure));
}

void LayerColumns::lockScrolling(QAbstractScrollArea* area)
{
    const auto lock = [this](QScrollBar* bar, QScrollBar* (QAbstractScrollArea::*barOf)() const) {
        connect(bar, &QScrollBar::valueChanged, this, [this, barOf](int value) {
            if (m_scrolling)
                return;
            m_scrolling = true;
            for (const Column& column : m_columns)
                (static_cast<QAbstractScrollArea*>(column.view)->*barOf)()->setValue(value);
            m_scrolling = false;
        });
    };
    lock(area->verticalScrollBar(), &QAbstractScrollArea::verticalScrollBar);
    lock(area->horizontalScrollBar(), &QAbstractScrollArea::horizontalScrollBar);
}

void LayerColumns::showRow(std::optional<std::size_t> row)
{
    m_row = m_comparison.isReady() ? row : std::nullopt;
    while (m_columns.size() < m_comparison.runs().size())
        addColumn();
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const bool used = i < m_comparison.runs().size();
        m_columns[i].box->setVisible(used);
        if (used)
            m_view.show(m_columns[i].view, i, m_row);
    }
    refreshNumbers();
}

void LayerColumns::refreshNumbers()
{
    for (std::size_t i = 0; i < m_columns.size() && i < m_comparison.runs().size(); ++i) {
        QString toolTip;
        m_columns[i].numbers->setText(numbersOf(i, toolTip));
        m_columns[i].numbers->setToolTip(toolTip);
    }
}

QString LayerColumns::numbersOf(std::size_t run, QString& toolTip) const
{
    const QString title = QStringLiteral("<b>%1</b>").arg(m_comparison.runs()[run].title());
    if (!m_row)
        return title;
    const std::vector<const schedule::LayerResult*>& results = m_comparison.rows()[*m_row].results;
    const schedule::LayerResult* result = results[run];
    if (!m_comparison.runs()[run].hasLayers())
        return QStringLiteral("%1&nbsp;&nbsp;&nbsp; %2").arg(title, tr("has no mappings of layers"));
    if (result == nullptr || !result->cost)
        return QStringLiteral("%1&nbsp;&nbsp;&nbsp; %2")
            .arg(title, m_comparison.rows()[*m_row].layers[run] ? tr("has no mapping of this layer")
                                                                : tr("has no layer of this shape"));
    const std::optional<BaselineLayer> first =
        baselineLayer(run > 0 && !m_comparison.isPerInput() ? results[0] : nullptr,
                      QString::fromStdString(m_comparison.difference(run).model));
    const QString firstName = run > 0 ? m_comparison.runs().front().title() : QString();
    const LayerNumbers numbers = layerNumbers(*result->cost, first ? &*first : nullptr, firstName, themeFor(palette()));
    toolTip = numbers.toolTip;
    return QStringLiteral("%1&nbsp;&nbsp;&nbsp; %2&nbsp;&nbsp;&nbsp;&nbsp; %3")
        .arg(title, numbers.html, mutedHtml(numbers.boundBy, themeFor(palette())));
}

} // namespace nestloom::ui

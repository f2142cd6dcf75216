// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/memory_controls.h"

#include "ui/features/memory/memory_words.h"
#include "ui/style/format.h"
#include "ui/widgets/folding_row.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/rich_label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QStyle>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {
constexpr int kPositions = 500; // of the slider
using schedule::cosma::Order;

/// As other sizes where that is exact, else in bytes that can be read: "2524 KiB", "2,585,089 B".
QString editableSize(const Session& session, Bytes size)
{
    return size.count % 1024 == 0 ? session.quantityText(QuantityKind::Bytes, double(size.count))
                                  : format::exactBytes(size);
}
} // namespace

MemoryControls::MemoryControls(ShownPlan& plan, const Session& session, QWidget* parent)
    : QWidget(parent), m_plan(plan), m_session(session)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    auto* options = new QHBoxLayout;
    options->setSpacing(8);
    layout->addWidget(makeSizeRow());
    makeOptions(options);
    layout->addLayout(options);
    connect(&m_plan, &ShownPlan::questionChanged, this, &MemoryControls::refresh);
    connect(&m_plan, &ShownPlan::planChanged, this, &MemoryControls::refresh);
    connect(&m_plan, &ShownPlan::networkChanged, this, &MemoryControls::refresh);
    refresh();
}

QWidget* MemoryControls::makeSizeRow()
{
    auto* label = new QLabel(tr("Scratchpad"));
    label->setProperty("muted", true);
    m_field = new QLineEdit;
    named(m_field, "scratchpadField", tr("Size of the scratchpad"),
          tr("Size of the scratchpad with its unit: 2.5 MiB, 770 KiB, 788544 B; or M_R, M_H, M_P"));
    m_field->setFixedWidth(96);
    label->setBuddy(m_field);
    m_slider = new QSlider(Qt::Horizontal);
    named(m_slider, "scratchpadSlider", tr("Size of the scratchpad"));
    m_slider->setRange(0, kPositions);
    m_slider->setMinimumWidth(110);
    auto* chips = rowOf({}, 8);
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        m_chips[i] = new QToolButton;
        m_chips[i]->setProperty("chip", true);
        m_chips[i]->setObjectName(QStringLiteral("budgetChip%1").arg(i));
        chips->addWidget(m_chips[i]);
        connect(m_chips[i], &QToolButton::clicked, this, [this, i] { Q_EMIT sizeChosen(m_chipSizes[i]); });
    }
    connect(m_field, &QLineEdit::editingFinished, this, &MemoryControls::takeText);
    connect(m_slider, &QSlider::valueChanged, this, [this](int position) {
        if (!m_setting)
            Q_EMIT sizeChosen(sizeAt(position));
    });
    connect(m_slider, &QSlider::sliderPressed, this, [this] { Q_EMIT movingChanged(true); });
    connect(m_slider, &QSlider::sliderReleased, this, [this] { Q_EMIT movingChanged(false); });
    return new FoldingRow({{rowOf({label, m_field, {m_slider, 1}}, 8), 1}, chips}, 8, this);
}

void MemoryControls::makeOptions(QHBoxLayout* row)
{
    m_parameters = named(new QCheckBox(tr("With parameters")), "planWithParameters");
    m_parameters->setToolTip(tr("Parameters lie in the scratchpad while their operator runs; without them only "
                                "activations are planned"));
    m_fused = named(new QCheckBox(tr("Fused operators")), "planFusedOperators");
    m_fused->setToolTip(tr("Batch normalisation and activation functions are one operator with the one before them"));
    m_words = new QCheckBox;
    m_words->setObjectName(QStringLiteral("acceleratorWords"));
    m_order = named(new QComboBox, "planOrder", tr("Order of the operators"));
    m_order->setToolTip(tr("Free: COSMA chooses the order as well. Default: as the network lists them. Least peak: the "
                           "order that needs the smallest scratchpad without spilling."));
    for (const Order order : {Order::Free, Order::Default, Order::LeastPeak})
        m_order->addItem(orderText(order), int(order));
    for (QWidget* widget : {static_cast<QWidget*>(m_parameters), static_cast<QWidget*>(m_fused),
                            static_cast<QWidget*>(m_words), static_cast<QWidget*>(m_order)})
        row->addWidget(widget);
    row->addWidget(m_status = new ElidedLabel, 1);
    connect(m_words, &QCheckBox::clicked, &m_plan, &ShownPlan::useWords);
    for (QCheckBox* box : {m_parameters, m_fused})
        connect(box, &QCheckBox::clicked, this, &MemoryControls::takeChoices);
    connect(m_order, &QComboBox::activated, this, &MemoryControls::takeChoices);
}

void MemoryControls::takeChoices()
{
    const ShownPlan::Choices choices{m_parameters->isChecked(), m_fused->isChecked(),
                                     static_cast<Order>(m_order->currentData().toInt())};
    m_plan.choose(choices);
    Q_EMIT chosen(choices);
}

void MemoryControls::setBuffer(const QString& name, Bytes size)
{
    m_bufferName = name;
    m_bufferSize = size;
    refreshChips();
}

/// The slider goes from a little below M_R to a little above M_P.
Bytes MemoryControls::sizeAt(int position) const
{
    const auto& budgets = m_plan.budgets();
    const double low = budgets ? 0.96 * double(budgets->least.count) : 1024;
    const double high = budgets ? 1.04 * double(budgets->peak.count) : 1 << 24;
    const double exact = low + (high - low) * position / kPositions;
    if (budgets) // the sizes that matter are met exactly
        for (const Bytes size : {budgets->least, budgets->half, budgets->peak})
            if (positionOf(size) == position)
                return size;
    const double round = std::exp2(std::floor(std::log2(std::max(1.0, (high - low) / kPositions))));
    return {std::max<std::int64_t>(1, std::int64_t(std::round(exact / round) * round))};
}

int MemoryControls::positionOf(Bytes size) const
{
    const auto& budgets = m_plan.budgets();
    if (!budgets)
        return 0;
    const double low = 0.96 * double(budgets->least.count), high = 1.04 * double(budgets->peak.count);
    return std::clamp(int(std::lround((double(size.count) - low) / (high - low) * kPositions)), 0, kPositions);
}

void MemoryControls::refresh()
{
    m_setting = true;
    const auto& question = m_plan.question();
    if (!m_field->hasFocus() || !m_field->isModified()) {
        m_field->setText(editableSize(m_session, question.scratchpad));
        markField(true); // whatever was typed before
    }
    m_field->setToolTip(tr("%1; write a size with its unit: 2.5 MiB, 770 KiB, 788544 B; or M_R, M_H, M_P")
                            .arg(format::exactBytes(question.scratchpad)));
    const bool hasGraph = question.graph != nullptr;
    m_slider->setEnabled(m_plan.budgets().has_value());
    if (!m_slider->isSliderDown())
        m_slider->setValue(positionOf(question.scratchpad));
    m_parameters->setChecked(question.parameters);
    m_fused->setChecked(question.fused);
    m_words->setChecked(m_plan.usesWords());
    m_words->setVisible(m_plan.words().has_value());
    if (m_plan.words()) {
        const QString width = qt(mapping::describe(*m_plan.words()));
        m_words->setText(m_plan.words()->activations == m_plan.words()->parameters ? tr("Words of %1").arg(width)
                                                                                   : tr("Accelerator's words"));
        m_words->setToolTip(
            m_plan.isKeptGraph()
                ? tr("The elements of a stored plan stay as wide as they were; ticked: as words of %1").arg(width)
                : tr("Elements are as wide as the words of the accelerator, %1; else as the network states")
                      .arg(width));
    }
    m_order->setCurrentIndex(m_order->findData(int(question.order)));
    for (QWidget* widget :
         {static_cast<QWidget*>(m_field), static_cast<QWidget*>(m_parameters), static_cast<QWidget*>(m_fused),
          static_cast<QWidget*>(m_words), static_cast<QWidget*>(m_order)})
        widget->setEnabled(hasGraph && (widget != m_words || !m_plan.isKeptGraph()));
    m_setting = false;
    refreshChips();
}

void MemoryControls::refreshChips()
{
    const auto& budgets = m_plan.budgets();
    const bool isOne = budgets && budgets->least == budgets->peak;
    if (budgets)
        m_chipSizes = {budgets->least, budgets->half, budgets->peak, m_bufferSize};
    m_chipSizes[3] = m_bufferSize;
    const std::array<QString, 4> names{isOne ? QStringLiteral("M_R = M_P") : QStringLiteral("M_R"),
                                       QStringLiteral("M_H"), QStringLiteral("M_P"), m_bufferName};
    const std::array<QString, 4> tips{
        tr("The least that any plan needs: the largest working set of an operator"), tr("Halfway between M_R and M_P"),
        budgets && budgets->peakIsProven ? tr("The least peak of any order: no traffic from here on")
                                         : tr("The least peak that was found; a smaller one is not ruled out"),
        tr("The largest buffer of the accelerator that all PEs share")};
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        m_chips[i]->setText(QStringLiteral("%1 %2").arg(names[i], sizeText(m_chipSizes[i])));
        m_chips[i]->setToolTip(QStringLiteral("%1\n%2").arg(tips[i], format::exactBytes(m_chipSizes[i])));
        const bool isShown = i == 3 ? !m_bufferName.isEmpty() : budgets && (i == 0 || !isOne);
        m_chips[i]->setVisible(isShown);
    }
}

void MemoryControls::markField(bool isFine)
{
    if (m_field->property("invalid").toBool() == !isFine)
        return;
    m_field->setProperty("invalid", !isFine);
    m_field->style()->polish(m_field);
}

void MemoryControls::takeText()
{
    if (!m_field->isModified())
        return;
    m_field->setModified(false);
    const auto& budgets = m_plan.budgets();
    const QString named = m_field->text().trimmed().toUpper();
    if (const int which =
            budgets
                ? int(QStringList{QStringLiteral("M_R"), QStringLiteral("M_H"), QStringLiteral("M_P")}.indexOf(named))
                : -1;
        which >= 0) {
        markField(true);
        Q_EMIT sizeChosen(m_chipSizes[std::size_t(which)]);
        return refresh(); // it may be the size that is shown already
    }
    const auto parsed = m_session.parseRoom(m_field->text());
    const bool isFine = parsed && parsed->count >= 1;
    markField(isFine);
    if (isFine)
        Q_EMIT sizeChosen(*parsed);
    else
        m_field->setToolTip(parsed ? tr("A scratchpad holds 1 B at least") : qt(parsed.error().message));
}

} // namespace nestloom::ui

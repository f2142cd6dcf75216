// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/decision_panel.h"

#include "ui/style/format.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/elided_label.h"

#include <QFont>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>
#include <numeric>

namespace nestloom::ui {

void CandidateModel::setDecision(const schedule::flexer::Decision* decision, schedule::flexer::Priority priority)
{
    beginResetModel();
    m_decision = decision != nullptr ? *decision : schedule::flexer::Decision{};
    m_order = ranking(m_decision, priority);
    endResetModel();
}

const std::vector<TableModel::Column>& CandidateModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Rank"), Kind::Number, tr("The winner first; the others as the priority compares them")},
        {tr("Operations"), Kind::Text, tr("Tiles of pixels (p), outputs (o) and reduction (r)")},
        {tr("Benefit"), Kind::Number, tr("Reused data minus spilled data, divided by their bounded reference count"),
         tr("B")},
        {tr("Reused"), Kind::Number, tr("Data of the set that lie in the scratchpad already"), tr("B")},
        {tr("Spilled"), Kind::Number, tr("Data that leave and are still needed"), tr("B")},
        {tr("Utilisation"), Kind::Number, tr("Bytes of the scratchpad that hold data with uses left"), tr("B")},
        {tr("Moved"), Kind::Number, tr("Loads and spills that the set causes"), tr("B")},
    };
    return table;
}

double CandidateModel::number(int row, int column) const
{
    switch (column) {
    case Rank: return row + 1;
    case Benefit: return set(row).benefit;
    case Reused: return double(set(row).reused.count);
    case Spilled: return double(set(row).spilled.count);
    case Utilization: return double(set(row).utilization.count);
    default: return double(set(row).moved.count);
    }
}

QString CandidateModel::text(int row, int column) const
{
    if (column == Operations)
        return operationsText(m_decision, set(row).operations);
    const double value = number(row, column);
    if (column == Rank)
        return format::integer(row + 1);
    if (!set(row).fits)
        return column == Benefit ? tr("no room") : format::kNoValue;
    return value < 0 ? QStringLiteral("-") + format::bytes(-value) : format::bytes(value);
}

QVariant CandidateModel::sortValue(int row, int column) const
{
    return column == Operations ? QVariant(text(row, column)) : QVariant(number(row, column));
}

QVariant CandidateModel::exportValue(int row, int column) const { return sortValue(row, column); }

QVariant CandidateModel::other(int row, int, int role) const
{
    if (!set(row).fits)
        return mutedDecoration(role);
    if (row == 0 && role == Qt::FontRole && m_decision.winner >= 0) {
        QFont bold;
        bold.setWeight(QFont::DemiBold);
        return bold;
    }
    return {};
}

namespace flexer = schedule::flexer;

DecisionPanel::DecisionPanel(ShownTiles& tiles, TilesFocus& focus, QWidget* parent)
    : QWidget(parent), m_tiles(tiles), m_focus(focus), m_number(new QSpinBox), m_of(new QLabel),
      m_head(new ElidedLabel), m_why(new ElidedLabel), m_ready(new ElidedLabel), m_note(new QLabel),
      m_model(new CandidateModel(this)), m_table(new CopyableTable(m_model))
{
    setObjectName(QStringLiteral("decisionPanel"));
    m_number->setObjectName(QStringLiteral("decisionNumber"));
    m_number->setAccessibleName(tr("Scheduling decision"));
    m_number->setToolTip(tr("Which scheduling decision is shown (Page Up and Page Down step)"));
    m_number->setKeyboardTracking(false);
    m_of->setProperty("muted", true);
    m_why->setRole(QPalette::WindowText);
    m_table->setObjectName(QStringLiteral("candidateTable"));
    m_table->setAccessibleName(tr("Candidate sets"));
    m_table->setWidestColumn(260);
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    const auto button = [&](const QString& text, const QString& tip, int by) {
        auto* made = new QToolButton;
        made->setText(text);
        made->setToolTip(tip);
        made->setAutoRepeat(true);
        connect(made, &QToolButton::clicked, this, [this, by] { step(by); });
        m_controls.push_back(made);
        return made;
    };
    row->addWidget(button(tr("Previous"), tr("The decision before (Page Up)"), -1));
    row->addWidget(m_number);
    row->addWidget(m_of);
    row->addWidget(button(tr("Next"), tr("The decision after (Page Down)"), 1));
    row->addWidget(m_head, 1);
    m_controls.push_back(m_number);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 2);
    layout->setSpacing(3);
    layout->addLayout(row);
    layout->addWidget(m_why);
    layout->addWidget(m_ready);
    layout->addWidget(m_note);
    layout->addWidget(m_table, 1);
    m_note->setProperty("muted", true);
    m_note->setWordWrap(true);
    m_note->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
    connect(m_number, &QSpinBox::valueChanged, this, [this](int number) { m_focus.selectDecision(number - 1); });
    connect(m_model, &QAbstractItemModel::modelReset, m_table, &CopyableTable::fitColumnsSoon);
    connect(&m_tiles, &ShownTiles::detailChanged, this, &DecisionPanel::refresh);
    connect(&m_tiles, &ShownTiles::stateChanged, this, &DecisionPanel::refresh);
    connect(&m_focus, &TilesFocus::changed, this, &DecisionPanel::refresh);
    refresh();
}

int DecisionPanel::count() const
{
    return m_tiles.hasDecisions() ? int(m_tiles.detail()->schedule.decisions.size()) : 0;
}

void DecisionPanel::step(int by)
{
    if (count() > 0)
        m_focus.selectDecision(std::clamp(m_focus.decision() + by, 0, count() - 1));
}

void DecisionPanel::refresh()
{
    const int all = count();
    const int at = m_focus.decision();
    {
        const QSignalBlocker quiet(m_number);
        m_number->setRange(0, all);
        m_number->setSpecialValueText(QStringLiteral("-")); // of 0: none is chosen
        m_number->setValue(all == 0 ? 0 : at + 1);
    }
    m_of->setText(tr("of %1").arg(format::integer(all)));
    for (QWidget* control : m_controls)
        control->setEnabled(all > 0);
    const bool isShown = at >= 0 && at < all;
    m_note->setVisible(!isShown);
    for (QWidget* part : {static_cast<QWidget*>(m_why), static_cast<QWidget*>(m_ready), static_cast<QWidget*>(m_table)})
        part->setVisible(isShown);
    if (!isShown) {
        const auto* answer = m_tiles.answer(m_tiles.layer());
        const bool hasEnded = answer != nullptr && answer->ended;
        m_model->setDecision(nullptr, m_tiles.question().params.priority);
        m_note->setText(
            all > 0             ? tr("Choose a decision, or click an operation in the chart.")
            : !m_tiles.detail() ? QString()
            : !hasEnded
                ? tr("The decisions appear when the search of the layer has ended.")
                : tr("Static: it follows its loops and decides nothing. Search unseeded to step through decisions."));
        m_head->setText({});
        m_why->setText({});
        m_ready->setText({});
        return;
    }
    const flexer::Decision& decision = m_tiles.detail()->schedule.decisions[std::size_t(at)];
    const flexer::Priority priority = m_tiles.question().params.priority;
    m_model->setDecision(&decision, priority);
    m_head->setText(tr("at cycle %1: operations ready: %2, classes of sets compared: %3")
                        .arg(format::integer(decision.at.count), format::integer(qint64(decision.ready.size())),
                             format::integer(qint64(decision.candidates.size()))));
    m_why->setText(
        tr("%1 won. %2")
            .arg(decision.winner < 0
                     ? tr("Nothing")
                     : operationsText(decision, decision.candidates[std::size_t(decision.winner)].operations),
                 whyItWon(decision, priority)));
    std::vector<std::int32_t> ready(decision.ready.size());
    std::iota(ready.begin(), ready.end(), 0);
    m_ready->setText(tr("Ready, in the order of the dataflow: %1").arg(operationsText(decision, ready)));
}

QString DecisionPanel::sentence() const
{
    return m_note->isHidden() ? m_head->text() + QLatin1Char(' ') + m_why->text() : m_note->text();
}

void DecisionPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_PageUp)
        return step(-1);
    if (event->key() == Qt::Key_PageDown)
        return step(1);
    QWidget::keyPressEvent(event);
}

} // namespace nestloom::ui

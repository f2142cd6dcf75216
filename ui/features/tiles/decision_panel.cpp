// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/decision_panel.h"

#include "ui/style/format.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/rich_label.h"

#include <QFont>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>
#include <numeric>

namespace nestloom::ui {

namespace flexer = schedule::flexer;

CandidateModel::CandidateModel(QObject* parent) : ColumnTable(parent)
{
    using Set = flexer::CandidateSet;
    const auto look = [this](const Set& set, int role) {
        if (!set.fits)
            return mutedDecoration(role);
        QFont bold;
        bold.setWeight(QFont::DemiBold);
        return role == Qt::FontRole && m_decision.winner >= 0 && &set == &all().front() ? QVariant(bold) : QVariant();
    };
    const auto bytes = [look](const QString& title, const QString& toolTip, auto get, const QString& noRoom) {
        return Field{{title, Kind::Number, toolTip, tr("B")},
                     [=](const Set& set) {
                         const double value = cellValue(std::invoke(get, set)).toDouble();
                         return !set.fits   ? noRoom
                                : value < 0 ? QStringLiteral("-") + format::bytes(-value)
                                            : format::bytes(value);
                     },
                     get,
                     {},
                     {},
                     look};
    };
    const auto rank = [](const Set&, int row) { return row + 1; };
    setFields({
        {{tr("Rank"), Kind::Number, tr("The winner first; the others as the priority compares them")},
         [](const Set&, int row) { return format::integer(row + 1); },
         rank,
         {},
         {},
         look},
        {{tr("Operations"), Kind::Text, tr("Tiles of pixels (p), outputs (o) and reduction (r)")},
         [this](const Set& set) { return operationsText(m_decision, set.operations); },
         {},
         {},
         {},
         look},
        bytes(tr("Benefit"), tr("Reused data minus spilled data, divided by their bounded reference count"),
              &Set::benefit, tr("no room")),
        bytes(tr("Reused"), tr("Data of the set that lie in the scratchpad already"), &Set::reused, format::kNoValue),
        bytes(tr("Spilled"), tr("Data that leave and are still needed"), &Set::spilled, format::kNoValue),
        bytes(tr("Utilisation"), tr("Bytes of the scratchpad that hold data with uses left"), &Set::utilization,
              format::kNoValue),
        bytes(tr("Moved"), tr("Loads and spills that the set causes"), &Set::moved, format::kNoValue),
    });
}

void CandidateModel::setDecision(const flexer::Decision* decision, flexer::Priority priority)
{
    m_decision = decision != nullptr ? *decision : flexer::Decision{};
    std::vector<flexer::CandidateSet> sets;
    for (const int set : ranking(m_decision, priority))
        sets.push_back(m_decision.candidates[std::size_t(set)]);
    setRows(std::move(sets));
}

DecisionPanel::DecisionPanel(ShownTiles& tiles, TilesFocus& focus, QWidget* parent)
    : QWidget(parent), m_tiles(tiles), m_focus(focus), m_number(new QSpinBox), m_of(new QLabel),
      m_head(new ElidedLabel), m_why(new ElidedLabel), m_ready(new ElidedLabel), m_note(new QLabel),
      m_model(new CandidateModel(this)), m_table(new CopyableTable(m_model))
{
    setObjectName(QStringLiteral("decisionPanel"));
    named(m_number, "decisionNumber", tr("Scheduling decision"),
          tr("Which scheduling decision is shown (Page Up and Page Down step)"));
    m_number->setKeyboardTracking(false);
    m_of->setProperty("muted", true);
    m_why->setRole(QPalette::WindowText);
    named(m_table, "candidateTable", tr("Candidate sets"));
    m_table->setWidestColumn(260);
    const auto button = [&](const QString& text, const QString& tip, int by) {
        auto* made = toolButton(text, tip);
        made->setAutoRepeat(true);
        connect(made, &QToolButton::clicked, this, [this, by] { step(by); });
        m_controls.push_back(made);
        return made;
    };
    auto* row = rowOf({button(tr("Previous"), tr("The decision before (Page Up)"), -1),
                       m_number,
                       m_of,
                       button(tr("Next"), tr("The decision after (Page Down)"), 1),
                       {m_head, 1}},
                      6);
    m_controls.push_back(m_number);
    setLayout(columnOf({row, m_why, m_ready, m_note, {m_table, 1}}, 3, {6, 4, 6, 2}));
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
        m_note->setText(all > 0             ? tr("Choose a decision, or click an operation in the chart.")
                        : !m_tiles.detail() ? QString()
                        : !hasEnded         ? tr("The decisions appear when the search of the layer has ended.")
                                    : tr("Static: it follows its loops and decides nothing. Search: unseeded has "
                                         "decisions to step through."));
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

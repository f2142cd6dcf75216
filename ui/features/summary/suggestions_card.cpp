// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/summary/suggestions_card.h"

#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/rich_label.h"
#include "ui/workbench/field_spec.h"
#include "ui/workbench/suggestions.h"
#include "ui/workbench/workbench.h"

#include <QGridLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

using Phase = Suggestions::Phase;

namespace {

constexpr std::size_t kPlaces = 3; // rows whose room is kept

struct Effect {
    QString name;
    double change = 0; // relative
};

/// "-9.0 % cycles" in the colour of its meaning; the sign says it as well.
QString words(const Effect& effect, const Theme& theme)
{
    const bool none = std::abs(effect.change) < 0.0005; // as it is rounded
    const QColor colour = none ? theme.mutedText : effect.change < 0 ? theme.better : theme.worse;
    return QStringLiteral("<span style=\"color:%1\">%2 %3</span>")
        .arg(colour.name(), format::signedPercent(effect.change), effect.name);
}

QString explanation(const explore::Suggestion& suggestion)
{
    QString text = QString::fromStdString(suggestion.change.reason);
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    if (!suggestion.caution.empty())
        text += SuggestionsCard::tr("\nCaution: %1").arg(QString::fromStdString(suggestion.caution));
    return text
           + SuggestionsCard::tr("\n%1 to %2\n%3 to %4\n%5 to %6 on the chip\n"
                                 "Mapped and verified on the changed accelerator; analytical cost model")
                 .arg(format::exactCycles(suggestion.before.cycles), format::exactCycles(suggestion.after.cycles),
                      format::exactEnergy(suggestion.before.energy), format::exactEnergy(suggestion.after.energy),
                      format::bytes(suggestion.before.onChip), format::bytes(suggestion.after.onChip));
}

} // namespace

SuggestionsCard::SuggestionsCard(Workbench& workbench, QWidget* parent)
    : QFrame(parent), m_workbench(workbench), m_suggestions(new Suggestions(workbench, this)),
      m_status(new QLabel(this)), m_more(named(new QToolButton(this), "moreSuggestions"))
{
    setProperty("card", true);
    setObjectName(QStringLiteral("suggestions"));
    m_status->setProperty("muted", true);
    m_status->setObjectName(QStringLiteral("suggestionsStatus"));
    auto* title = new QLabel(tr("Suggestions"), this);
    title->setFont(strongFont(font()));
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(12, 6, 12, 6);
    layout->setHorizontalSpacing(14);
    layout->setVerticalSpacing(2);
    layout->setColumnStretch(1, 1);
    layout->addWidget(title, 0, 0);
    layout->addWidget(m_status, 0, 1, 1, 2);
    layout->addWidget(m_more, 0, 3);
    m_more->setCheckable(true);
    QSizePolicy kept = m_more->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_more->setSizePolicy(kept);
    connect(m_more, &QToolButton::toggled, this, &SuggestionsCard::refresh);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        Row& row = m_rows[i];
        row = {new ElidedLabel(this), new QLabel(this), new QToolButton(this)};
        row.change->setElideMode(Qt::ElideMiddle); // the values at its end are what matters
        row.apply->setText(tr("Apply"));
        row.apply->setObjectName(QStringLiteral("applySuggestion%1").arg(i + 1));
        row.effect->setTextFormat(Qt::RichText);
        const int at = int(i) + 1;
        layout->addWidget(row.change, at, 0, 1, 2);
        layout->addWidget(row.effect, at, 2);
        layout->addWidget(row.apply, at, 3);
        connect(row.apply, &QToolButton::clicked, this, [this, i] { m_suggestions->apply(i); });
    }
    connect(m_suggestions, &Suggestions::updated, this, &SuggestionsCard::refresh);
    connect(&workbench.run(), &ShownRun::replaced, this, [this] {
        m_keepsRoom = false;
        refresh();
    });
    connect(&workbench, &Workbench::contextChanged, this, &SuggestionsCard::refresh);
    refresh();
    hearEvents(this, QEvent::PaletteChange, [this] { refresh(); }); // the effects carry colours
}

QString SuggestionsCard::status() const
{
    switch (m_suggestions->phase()) {
    case Phase::None:
        return m_workbench.run().accelerator() != m_workbench.document().value()
                       || m_workbench.run().network() != m_workbench.chosenNetwork()
                   ? tr("made for what is in the editor; this run is of something else")
                   : tr("changes are tried when every layer is mapped");
    case Phase::Trying: return tr("changes are being tried, %1").arg(format::percent(m_suggestions->fraction(), 0));
    case Phase::Failed: return m_suggestions->problem();
    case Phase::Done: break;
    }
    return m_suggestions->best().empty() ? tr("no change of a single field that was tried saves 0.1 % or more")
                                         : tr("each was mapped and verified");
}

void SuggestionsCard::show(const Row& row, const explore::Suggestion& suggestion)
{
    const Theme& theme = themeFor(palette());
    row.change->setText(changeWords(
        fieldChanges(m_suggestions->accelerator(), m_suggestions->changed(suggestion), m_workbench.session())));
    QStringList effects;
    const auto add = [&](const QString& name, explore::Objective objective) {
        effects << words({name, explore::relativeChange(suggestion, objective)}, theme);
    };
    add(tr("cycles"), explore::Objective::Cycles);
    add(suggestion.caution.empty() ? tr("energy") : tr("energy, extrapolated"), explore::Objective::Energy);
    if (std::abs(explore::relativeChange(suggestion, explore::Objective::OnChipBytes)) >= 0.0005) // not "0.0 %"
        add(tr("memory"), explore::Objective::OnChipBytes);
    if (suggestion.macUnits != 1)
        effects << words({tr("MAC units"), suggestion.macUnits - 1}, theme); // their area may have no table
    row.effect->setText(effects.join(QStringLiteral("&nbsp;&nbsp;&nbsp;")));
    row.change->setToolTip(explanation(suggestion));
    row.effect->setToolTip(explanation(suggestion));
    row.apply->setToolTip(tr("Change this field of the accelerator; Ctrl+Z takes it back"));
}

/// The chart below stays where it is while suggestions come and go; a run that is opened and is not of the editor gets
/// none.
void SuggestionsCard::keepRoom()
{
    for (std::size_t i = 0; i < kPlaces; ++i)
        for (QWidget* part : {static_cast<QWidget*>(m_rows[i].change), static_cast<QWidget*>(m_rows[i].effect),
                              static_cast<QWidget*>(m_rows[i].apply)}) {
            QSizePolicy policy = part->sizePolicy();
            policy.setRetainSizeWhenHidden(m_keepsRoom);
            part->setSizePolicy(policy);
        }
}

void SuggestionsCard::refresh()
{
    const ShownRun& run = m_workbench.run();
    m_keepsRoom = m_keepsRoom || m_workbench.runApart() == 0;
    keepRoom();
    setVisible(!run.isEmpty()
               && Suggestions::areFor(run.options().engine)); // from the start of a run on: nothing moves later
    m_status->setText(status());
    const auto& best = m_suggestions->best();
    m_more->setVisible(best.size() > kPlaces);
    m_more->setText(m_more->isChecked() ? tr("Less") : tr("%1 more").arg(best.size() - std::min(kPlaces, best.size())));
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const bool there = i < best.size() && (i < kPlaces || m_more->isChecked());
        if (there)
            show(m_rows[i], best[i]);
        m_rows[i].change->setVisible(there);
        m_rows[i].effect->setVisible(there);
        m_rows[i].apply->setVisible(there);
    }
}

} // namespace nestloom::ui

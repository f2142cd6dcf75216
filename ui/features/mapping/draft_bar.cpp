// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/mapping/draft_bar.h"

#include "ui/style/theme.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/page_area.h"
#include "ui/widgets/rich_label.h"
#include "ui/workbench/mapping_draft.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

namespace nestloom::ui {

DraftBar::DraftBar(QWidget* parent)
    : QFrame(parent), m_verdict(new LinkLabel(this)), m_numbers(new LinkLabel(this)),
      m_undo(button(tr("Undo"), "undoMapping", tr("Undo the last edit of the mapping (Ctrl+Z)"))),
      m_redo(button(tr("Redo"), "redoMapping", tr("Do the undone edit again (Ctrl+Y)"))),
      m_reset(button(tr("Reset"), "resetMapping", tr("Back to the mapping of the run; this can be undone"))),
      m_improve(button(tr("Improve from here"), "improveMapping", QString())),
      m_keep(button(tr("Keep as run"), "keepMapping", QString())), m_text(new QToolButton(this)),
      m_textMenu(new QMenu(this)), m_progress(new QProgressBar(this)), m_found(new QLabel(this))
{
    setObjectName(QStringLiteral("draftBar"));
    setProperty("card", true);
    m_verdict->setObjectName(QStringLiteral("draftVerdict"));
    m_verdict->setWordWrap(true);
    m_verdict->setTextFormat(Qt::RichText);
    m_numbers->setObjectName(QStringLiteral("draftNumbers"));
    m_numbers->setTextFormat(Qt::RichText);
    m_numbers->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_text->setObjectName(QStringLiteral("mappingText"));
    m_text->setText(tr("Text"));
    m_text->setToolTip(tr("The mapping as text: copy, paste, open, save"));
    m_text->setMenu(m_textMenu);
    m_text->setPopupMode(QToolButton::InstantPopup);
    m_progress->setObjectName(QStringLiteral("improveProgress"));
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(90);
    m_progress->setMaximumHeight(8);
    m_found->setObjectName(QStringLiteral("improveFound"));
    m_found->setProperty("muted", true);
    m_found->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* actions = new QHBoxLayout;
    actions->setSpacing(6);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_undo), static_cast<QWidget*>(m_redo), static_cast<QWidget*>(m_reset),
          static_cast<QWidget*>(m_improve), static_cast<QWidget*>(m_keep), static_cast<QWidget*>(m_text),
          static_cast<QWidget*>(m_progress)})
        actions->addWidget(widget);
    actions->addWidget(m_found, 1);
    m_verdict->setMinimumHeight(2 * m_verdict->fontMetrics().lineSpacing()); // when it wraps, nothing moves below
    m_verdict->setAlignment(Qt::AlignTop);
    setLayout(columnOf({actions, m_numbers, m_verdict}, 6, {12, 8, 12, 8}));
    connect(m_verdict, &QLabel::linkActivated, this, &DraftBar::reliefRequested);
    connect(m_numbers, &QLabel::linkActivated, this, &DraftBar::figureRequested);
    connect(m_undo, &QPushButton::clicked, this, &DraftBar::undoRequested);
    connect(m_redo, &QPushButton::clicked, this, &DraftBar::redoRequested);
    connect(m_reset, &QPushButton::clicked, this, &DraftBar::resetRequested);
    connect(m_keep, &QPushButton::clicked, this, &DraftBar::keepRequested);
    connect(m_improve, &QPushButton::clicked, this,
            [this] { Q_EMIT m_search.running ? stopRequested() : improveRequested(); });
    hearEvents(this, QEvent::PaletteChange, [this] {
        if (m_found)
            refresh();
    }); // texts carry colours
}

QPushButton* DraftBar::button(const QString& text, const char* name, const QString& tip)
{
    auto* made = new QPushButton(text, this);
    made->setObjectName(QLatin1String(name));
    made->setToolTip(tip);
    return made;
}

void DraftBar::show(MappingDraft* draft, const Search& search)
{
    m_draft = draft;
    m_search = search;
    refresh();
}

void DraftBar::setWhyNotKeep(const QString& reason)
{
    m_whyNotKeep = reason;
    refresh();
}

void DraftBar::setImproveAvailable(bool available)
{
    m_canImprove = available;
    refresh();
}

void DraftBar::showVerdict(const MappingDraft& draft)
{
    const Theme& theme = themeFor(palette());
    const auto mark = [](const QColor& colour, const QString& text) {
        return QStringLiteral("<span style=\"color:%1\"><b>%2</b></span>").arg(colour.name(), text.toHtmlEscaped());
    };
    if (draft.isValid()) {
        const QString what = draft.isEdited() ? tr("edited, against the mapping of the run") : tr("as in the run");
        m_verdict->setText(mark(theme.better, tr("\u2713 verified")) + QStringLiteral("&nbsp; ")
                           + what.toHtmlEscaped());
        return;
    }
    QString text = mark(theme.warning, tr("\u26a0 not valid")) + QStringLiteral("&nbsp; ")
                   + draft.reason().toHtmlEscaped() + QLatin1Char('.');
    if (draft.relief()) {
        QString move = QString::fromStdString(draft.relief()->text);
        move[0] = move[0].toUpper();
        text += tr(" It would fit: <a href=\"relief\">%1</a>.").arg(move.toHtmlEscaped());
    } else {
        text += tr(" No move of a single factor makes it fit.").toHtmlEscaped();
    }
    m_verdict->setText(text);
}

void DraftBar::refresh()
{
    setEnabled(m_draft != nullptr);
    if (!m_draft) {
        m_verdict->setText(tr("Select a layer with a mapping to edit it."));
        m_numbers->clear();
        return;
    }
    showVerdict(*m_draft);
    m_numbers->setText(m_draft->cost() ? draftNumbers(*m_draft, themeFor(palette()))
                                       : tr("A mapping that is not valid has no cost.").toHtmlEscaped());
    m_numbers->setToolTip(draftToolTip(*m_draft));
    m_undo->setEnabled(m_draft->history().canUndo());
    m_redo->setEnabled(m_draft->history().canRedo());
    m_reset->setEnabled(m_draft->isEdited());
    m_improve->setText(m_search.running ? tr("Stop") : tr("Improve from here"));
    m_improve->setEnabled(m_canImprove);
    m_improve->setToolTip(
        m_search.running ? tr("Stop searching and take the best mapping so far")
                         : tr("Search for better mappings, beginning with this one; a mapping that does not fit is "
                              "repaired first"));
    m_keep->setEnabled(m_whyNotKeep.isEmpty());
    m_keep->setToolTip(m_whyNotKeep.isEmpty()
                           ? tr("Store a run with this mapping for the layer and all of the same shape")
                           : m_whyNotKeep);
    m_progress->setVisible(m_search.running);
    setProgress(*m_progress, int(m_search.fraction * 1000));
    m_found->setText(m_search.words);
    m_found->setToolTip(m_search.words);
}

} // namespace nestloom::ui

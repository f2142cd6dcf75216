// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/runs/run_filter_line.h"

#include "ui/style/format.h"
#include "ui/style/wording.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/rich_label.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QLineEdit>
#include <QStringListModel>
#include <QStyle>

namespace nestloom::ui {

namespace {

bool isRare(const QString& name)
{
    return name == u"version" || name == u"kind" || name == u"note" || name == u"seed" || name == u"run";
}

/// The keys as links that write themselves into the line.
QString hint()
{
    QStringList links;
    const auto link = [&links](const QString& text) {
        links << QStringLiteral("<a href=\"%1\" style=\"text-decoration:none\">%2</a>").arg(text, text.toHtmlEscaped());
    };
    for (const QString& name : filterNames())
        if (!isRare(name)) // known to the completer
            link(name + u':');
    for (const QString& figure : filterFigures())
        link(figure + u'<');
    link(QStringLiteral("star"));
    return links.join(QStringLiteral("&nbsp; ")) + QStringLiteral("&nbsp; ")
           + RunFilterLine::tr("-word excludes, * is anything").toHtmlEscaped();
}

void setState(QWidget* widget, const char* property, bool on)
{
    if (widget->property(property).toBool() == on)
        return;
    widget->setProperty(property, on);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

} // namespace

RunFilterLine::RunFilterLine(const RunHistory& history, QWidget* parent)
    : QWidget(parent), m_history(history), m_edit(new QLineEdit(this)), m_state(new QLabel(this)),
      m_completer(new QCompleter(this)), m_words(new QStringListModel(this))
{
    named(m_edit, "runFilter", tr("Filter runs"));
    m_edit->setPlaceholderText(tr("Filter: net:resnet50 acc:simba* cycles<5M star ..."));
    m_edit->setClearButtonEnabled(true);
    m_edit->installEventFilter(this);
    m_state->setObjectName(QStringLiteral("runFilterState"));
    m_state->setMinimumWidth(120);
    m_completer->setModel(m_words);
    m_completer->setWidget(m_edit);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->popup()->setObjectName(QStringLiteral("runFilterCompletions"));
    auto* keys = new LinkLabel(this);
    keys->setText(hint());
    keys->setWordWrap(true);
    keys->setProperty("muted", true);
    keys->setTextInteractionFlags(Qt::LinksAccessibleByMouse); // by keyboard the completer offers the same
    auto* line = rowOf({{m_edit, 1}, m_state}, 10);
    setLayout(columnOf({line, keys}, 4));
    connect(m_edit, &QLineEdit::textChanged, this, &RunFilterLine::parse);
    connect(m_edit, &QLineEdit::textEdited, this, &RunFilterLine::offerCompletions);
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, &RunFilterLine::complete);
    keys->setTextFormat(Qt::RichText);
    connect(keys, &QLabel::linkActivated, this, &RunFilterLine::insertKey);
}

void RunFilterLine::setText(const QString& text) { m_edit->setText(text); }

void RunFilterLine::setCounts(int shown, int all)
{
    m_counts = shown != all ? tr("%1 of %2 runs").arg(format::integer(shown), format::integer(all))
                            : counted(all, tr("1 run"), tr("%1 runs"));
    if (m_isUsable)
        m_state->setText(m_edit->text().trimmed().isEmpty() ? m_counts : QStringLiteral("\u2713 ") + m_counts);
}

void RunFilterLine::parse()
{
    const ParsedFilter parsed = parseRunFilter(m_edit->text());
    m_isUsable = !parsed.problem;
    const bool isWritten = !m_edit->text().trimmed().isEmpty();
    setState(m_edit, "invalid", !m_isUsable);
    setState(m_edit, "valid", m_isUsable && isWritten);
    setState(m_state, "invalid", !m_isUsable);
    setState(m_state, "valid", m_isUsable && isWritten);
    if (parsed.problem) {
        m_state->setText(QStringLiteral("\u2717 ") + parsed.problem->message);
        m_state->setToolTip(m_edit->text().mid(parsed.problem->position, parsed.problem->length));
        return;
    }
    m_state->setToolTip({});
    Q_EMIT filterChanged(parsed.filter);
}

FilterWord RunFilterLine::wordAtCursor() const
{
    const int cursor = m_edit->cursorPosition();
    for (const FilterWord& word : splitFilter(m_edit->text()))
        if (cursor > word.position && cursor <= word.position + word.length)
            return word;
    return {cursor, 0, {}, false, false, true};
}

void RunFilterLine::offerCompletions()
{
    const FilterWord word = wordAtCursor();
    const bool isWord = !word.text.isEmpty() && !word.isQuoted;
    m_words->setStringList(isWord ? filterCompletions(word.text, m_history.rows()) : QStringList());
    if (m_words->rowCount() > 0)
        m_completer->complete();
    else
        m_completer->popup()->hide();
}

void RunFilterLine::complete(const QString& text)
{
    const FilterWord word = wordAtCursor();
    const bool isKey = text.endsWith(u':') || text.endsWith(u'<');
    const QString inserted =
        (word.isNegated ? QStringLiteral("-") : QString()) + text + (isKey ? QString() : QStringLiteral(" "));
    m_edit->setSelection(word.position, word.length);
    m_edit->insert(inserted);
    if (isKey)
        offerCompletions();
}

void RunFilterLine::insertKey(const QString& key)
{
    const QString before = m_edit->text().trimmed();
    const bool isWhole = key == u"star";
    m_edit->setText(before + (before.isEmpty() ? QString() : QStringLiteral(" ")) + key
                    + (isWhole ? QStringLiteral(" ") : QString()));
    m_edit->setFocus();
    offerCompletions();
}

bool RunFilterLine::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_edit && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Escape && !m_edit->text().isEmpty()) {
            m_edit->clear();
            return true;
        }
        if (key->key() == Qt::Key_Down && !m_completer->popup()->isVisible())
            focusNextChild();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace nestloom::ui

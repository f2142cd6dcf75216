// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/yaml_highlighter.h"

#include "ui/style/theme.h"

#include <QEvent>
#include <QPlainTextEdit>
#include <QRegularExpression>

namespace nestloom::ui {

YamlHighlighter::YamlHighlighter(QPlainTextEdit* edit) : QSyntaxHighlighter(edit->document()), m_edit(edit)
{
    edit->installEventFilter(this);
}

void YamlHighlighter::highlightBlock(const QString& text)
{
    static const QRegularExpression key(QStringLiteral("(?:^|[{,\\s])([A-Za-z_][\\w.-]*)\\s*:(?=\\s|$)"));
    static const QRegularExpression comment(QStringLiteral("(?:^|\\s)#.*$"));
    const Theme& theme = themeFor(m_edit->palette());
    for (auto it = key.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        setFormat(static_cast<int>(match.capturedStart(1)), static_cast<int>(match.capturedLength(1)), theme.accent);
    }
    if (const auto match = comment.match(text); match.hasMatch())
        setFormat(static_cast<int>(match.capturedStart()), static_cast<int>(match.capturedLength()), theme.mutedText);
}

bool YamlHighlighter::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        rehighlight();
    return QSyntaxHighlighter::eventFilter(watched, event);
}

} // namespace nestloom::ui

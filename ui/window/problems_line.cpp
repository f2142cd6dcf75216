// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/problems_line.h"

#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/rich_label.h"

#include <QLabel>
#include <QToolButton>

namespace nestloom::ui {

namespace {
constexpr int kKept = 50;
constexpr int kInToolTip = 8;
} // namespace

ProblemsLine::ProblemsLine(QWidget* parent)
    : QWidget(parent), m_icon(new QLabel(this)), m_text(new ElidedLabel(this)), m_count(new QLabel(this)),
      m_dismiss(new QToolButton(this))
{
    setObjectName(QStringLiteral("problemsLine"));
    m_text->setObjectName(QStringLiteral("problemText"));
    m_text->setRole(QPalette::BrightText); // the theme's warning colour
    m_count->setProperty("muted", true);
    m_dismiss->setAutoRaise(true);
    m_dismiss->setToolTip(tr("Dismiss"));
    setLayout(rowOf({m_icon, {m_text, 1}, m_count, m_dismiss}, -1, {10, 0, 4, 0}));
    connect(m_dismiss, &QToolButton::clicked, this, &ProblemsLine::clear);
    refresh();
    hearEvents(this, QEvent::PaletteChange, [this] { refresh(); });
}

void ProblemsLine::report(const QString& sentence)
{
    m_problems.removeAll(sentence); // said again: it moves to the end
    m_problems << sentence;
    if (m_problems.size() > kKept)
        m_problems.removeFirst();
    refresh();
}

void ProblemsLine::clear()
{
    m_problems.clear();
    refresh();
}

QString ProblemsLine::text() const { return m_problems.isEmpty() ? QString() : m_problems.back(); }

void ProblemsLine::refresh()
{
    const bool any = !m_problems.isEmpty();
    for (QWidget* part : {static_cast<QWidget*>(m_icon), static_cast<QWidget*>(m_text), static_cast<QWidget*>(m_count),
                          static_cast<QWidget*>(m_dismiss)})
        part->setVisible(any);
    if (!any)
        return;
    m_icon->setPixmap(icon(QStringLiteral("warning"), themeFor(palette()).warning).pixmap(16, 16));
    m_dismiss->setIcon(icon(QStringLiteral("close"), palette()));
    m_text->setText(text());
    m_count->setText(m_problems.size() > 1 ? tr("and %1 more").arg(m_problems.size() - 1) : QString());
    setToolTip(m_problems.mid(std::max<qsizetype>(0, m_problems.size() - kInToolTip)).join(QStringLiteral("\n\n")));
}

} // namespace nestloom::ui

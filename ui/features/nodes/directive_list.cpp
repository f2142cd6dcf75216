// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/directive_list.h"

#include "ui/features/nodes/directive_words.h"
#include "ui/style/theme.h"

namespace nestloom::ui {

DirectiveList::DirectiveList(ShownDirectives& directives, QWidget* parent)
    : QListWidget(parent), m_directives(directives)
{
    setObjectName(QStringLiteral("directiveList"));
    setAccessibleName(tr("Directives of the selected layer"));
    setFont(codeFont(font()));
    setFrameShape(NoFrame);
    setMouseTracking(true);
    setUniformItemSizes(true);
    setHorizontalScrollMode(ScrollPerPixel);
    connect(&m_directives, &ShownDirectives::changed, this, &DirectiveList::refill);
    connect(&m_directives, &ShownDirectives::markedChanged, this, &DirectiveList::mark);
    connect(this, &QListWidget::currentRowChanged, this, [this](int row) {
        if (!m_marking)
            m_directives.choose(row < 0 ? std::nullopt : std::optional(std::size_t(row)));
    });
    connect(this, &QListWidget::itemEntered, this,
            [this](QListWidgetItem* item) { m_directives.point(std::size_t(row(item))); });
    connect(this, &QListWidget::viewportEntered, this, [this] { m_directives.point(std::nullopt); });
    refill();
}

void DirectiveList::refill()
{
    m_marking = true;
    clear();
    addItems(m_directives.texts());
    for (int i = 0; i < count(); ++i) {
        item(i)->setToolTip(lineSentence(m_directives, m_directives.lines()[std::size_t(i)]));
        if (m_directives.lines()[std::size_t(i)].kind == ShownDirectives::Kind::Level)
            item(i)->setFont(strongFont(font()));
    }
    m_marking = false;
    mark();
}

void DirectiveList::mark()
{
    m_marking = true;
    const auto chosen = m_directives.chosen();
    setCurrentRow(chosen ? int(*chosen) : -1);
    const Theme& theme = themeFor(palette());
    for (int i = 0; i < count(); ++i)
        item(i)->setBackground(m_directives.pointed() == std::size_t(i) ? QBrush(theme.accentSoft) : QBrush());
    m_marking = false;
}

void DirectiveList::leaveEvent(QEvent* event)
{
    QListWidget::leaveEvent(event);
    m_directives.point(std::nullopt);
}

} // namespace nestloom::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/switched_pages.h"

#include <QBoxLayout>
#include <QToolButton>

namespace nestloom::ui {

void SwitchedPages::addPage(QWidget* page, QBoxLayout* head, const QString& title, const QString& tip)
{
    const int added = addWidget(page);
    m_pages.push_back({head, title, tip});
    for (int i = 0; i < added; ++i)
        addButton(m_pages[std::size_t(i)], added, i, added);
    for (int i = 0; i <= added; ++i)
        addButton(m_pages.back(), i, added, i);
}

/// A button for page `target` at the head of page `shown`.
void SwitchedPages::addButton(const Page& at, int position, int shown, int target)
{
    const Page& page = m_pages[std::size_t(target)];
    auto* button = new QToolButton;
    button->setObjectName(QStringLiteral("switchTo%1From%2").arg(target).arg(shown));
    button->setText(page.title);
    button->setToolTip(page.tip);
    button->setCheckable(true);
    button->setChecked(shown == target);
    at.head->insertWidget(position, button);
    connect(button, &QToolButton::clicked, this, [this, button, shown, target] {
        button->setChecked(shown == target); // it stands for where it is
        setCurrentIndex(target);
    });
}

} // namespace nestloom::ui

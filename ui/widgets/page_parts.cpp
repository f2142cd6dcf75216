// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/page_parts.h"

#include <QSplitter>
#include <QVBoxLayout>

namespace nestloom::ui {

QFrame* cardOfLines(QWidget* parent, int spacing)
{
    auto* card = new QFrame(parent);
    card->setProperty("card", true);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(spacing);
    return card;
}

QFrame* cardAround(QWidget* content)
{
    QFrame* card = cardOfLines(nullptr, 0);
    card->layout()->setContentsMargins(2, 2, 2, 2);
    card->layout()->addWidget(content);
    return card;
}

QSplitter* pageSplitter(Qt::Orientation orientation, const QString& name)
{
    auto* splitter = new QSplitter(orientation);
    splitter->setObjectName(name);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(8);
    return splitter;
}

} // namespace nestloom::ui

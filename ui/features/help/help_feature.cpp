// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/help/help_feature.h"

#include "ui/features/help/help_topics.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QTableView>
#include <QTextBrowser>

namespace nestloom::ui {

void showTopic(QTextBrowser* text, const QWidget* widget)
{
    const HelpTopic topic = helpFor(widget);
    text->setHtml(QStringLiteral("<h3>%1</h3>%2").arg(topic.title.toHtmlEscaped(), topic.text));
}

void installHelp(MainWindow& window)
{
    auto* text = new QTextBrowser;
    text->setObjectName(QStringLiteral("helpText"));
    text->setFrameShape(QFrame::NoFrame);
    text->setFocusPolicy(Qt::ClickFocus); // Tab goes on through the views it explains
    QDockWidget* dock = window.addDock({.name = QStringLiteral("helpDock"),
                                        .title = MainWindow::tr("Help"),
                                        .area = Qt::RightDockWidgetArea,
                                        .size = {280, 220},
                                        .shown = false},
                                       text);
    QAction* help =
        window.addAction(MainWindow::Menu::Help, QStringLiteral("helpOnView"), MainWindow::tr("&Help on this view"),
                         Qt::Key_F1, MainWindow::tr("A few sentences about the view that has the focus"));
    QObject::connect(help, &QAction::triggered, dock, [dock, text] {
        showTopic(text, QApplication::focusWidget());
        dock->show();
        dock->raise();
    });
    QObject::connect(qApp, &QApplication::focusChanged, text, [&window, dock, text](QWidget*, const QWidget* now) {
        const bool elsewhere = now == nullptr || now->window() != &window || dock->isAncestorOf(now);
        if (dock->isVisible() && !elsewhere)
            showTopic(text, now);
    });
}

} // namespace nestloom::ui

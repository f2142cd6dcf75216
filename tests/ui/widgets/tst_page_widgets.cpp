// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/message_panel.h"
#include "ui/widgets/page_area.h"
#include "ui/widgets/rich_label.h"

#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QProgressBar>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStringListModel>
#include <QTableView>
#include <QTest>

using namespace nestloom::ui;

class TestPageWidgets : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRichLabelIsAsHighAsAnyLabel()
    {
        const QString text = QStringLiteral("<p>one <b>two</b> three four five six seven</p><p>eight</p>");
        QLabel plain(text);
        RichLabel rich(text);
        for (QLabel* label : {&plain, static_cast<QLabel*>(&rich)})
            label->setWordWrap(true);
        for (const int width : {60, 120, 300, 60})
            QCOMPARE(rich.heightForWidth(width), plain.heightForWidth(width));
        QVERIFY(rich.heightForWidth(60) > rich.heightForWidth(300));
    }

    void aRichLabelForgetsTheHeightOfAnotherText()
    {
        RichLabel label(QStringLiteral("<p>one</p>"));
        label.setWordWrap(true);
        const int low = label.heightForWidth(200);
        label.setText(QStringLiteral("<p>one</p><p>two</p><p>three</p>"));
        QVERIFY(label.heightForWidth(200) > low);
    }

    void linksAreLeftByTabInBothDirections()
    {
        QWidget window;
        QLineEdit before(&window), after(&window);
        LinkLabel links(&window);
        links.setText(QStringLiteral("<a href=\"a\">one</a> <a href=\"b\">two</a>"));
        QWidget::setTabOrder(&before, &links);
        QWidget::setTabOrder(&links, &after);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        before.setFocus();
        for (const bool isNext : {true, false}) {
            QWidget& far = isNext ? after : before;
            for (int presses = 0; presses < 5 && !far.hasFocus(); ++presses)
                QTest::keyClick(QApplication::focusWidget(), isNext ? Qt::Key_Tab : Qt::Key_Backtab);
            QVERIFY(far.hasFocus());
        }
    }

    void progressIsShownWithTheNextPaint()
    {
        QProgressBar bar;
        bar.setRange(0, 10);
        setProgress(bar, 4);
        QCOMPARE(bar.value(), 4);
        QVERIFY(bar.updatesEnabled());
    }

    void anEmptyTableSaysWhatWillStandThere()
    {
        QStringListModel model;
        QSortFilterProxyModel proxy;
        proxy.setSourceModel(&model);
        QTableView view;
        view.setModel(&proxy);
        showEmptyText(view, QStringLiteral("Rows appear here."));
        const auto* text = view.findChild<QLabel*>(QStringLiteral("emptyTableText"));
        QVERIFY(text->isVisibleTo(&view));
        QCOMPARE(text->text(), QStringLiteral("Rows appear here."));
        model.setStringList({QStringLiteral("a"), QStringLiteral("b")});
        QVERIFY(!text->isVisibleTo(&view));
        proxy.setFilterFixedString(QStringLiteral("c"));
        QVERIFY(text->isVisibleTo(&view));
        QCOMPARE(text->text(), QStringLiteral("No row passes the filter."));
    }

    void aCardHoldsItsContent()
    {
        auto* content = new QLabel;
        const std::unique_ptr<QFrame> card(cardAround(content));
        QCOMPARE(content->parentWidget(), card.get());
        QVERIFY(card->property("card").toBool());
    }

    void partsOfAPageCannotBeHidden()
    {
        const std::unique_ptr<QSplitter> splitter(pageSplitter(Qt::Vertical, QStringLiteral("parts")));
        QCOMPARE(splitter->objectName(), QStringLiteral("parts"));
        QVERIFY(!splitter->childrenCollapsible());
    }
};

QTEST_MAIN(TestPageWidgets)
#include "tst_page_widgets.moc"

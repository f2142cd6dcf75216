// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/theme.h"
#include "ui/style/themed_window.h"

#include <QApplication>
#include <QLabel>
#include <QStackedWidget>
#include <QtTest>

namespace nestloom::ui {

namespace {

/// Two pages with a muted label each, one of them shown.
class Pages : public ThemedWindow {
public:
    Pages() : pages(new QStackedWidget)
    {
        for (QLabel*& label : labels) {
            auto* page = new QWidget;
            label = new QLabel(QStringLiteral("words"), page);
            label->setProperty("muted", true);
            pages->addWidget(page);
        }
        setCentralWidget(pages);
        followTheme();
    }
    int themes = 0; // changes that were told
    QStackedWidget* pages;
    std::array<QLabel*, 2> labels{};

protected:
    void themeChanged() override { ++themes; }
};

QColor ink(const QLabel* label) { return label->palette().color(QPalette::WindowText); }

/// Styles and measures that a widget went through.
class StyleCounter : public QObject {
public:
    explicit StyleCounter(QWidget* widget) : QObject(widget) { widget->installEventFilter(this); }
    int count = 0;
    bool eventFilter(QObject*, QEvent* event) override
    {
        count += event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange ? 1 : 0;
        return false;
    }
};

void change(ThemeKind kind)
{
    applyTheme(*qApp, kind);
    QCoreApplication::processEvents();
}

} // namespace

class TestThemedWindow : public QObject {
    Q_OBJECT
private slots:
    void init() { change(ThemeKind::Light); }

    void whatIsInSightTakesTheColoursAtOnce()
    {
        Pages window;
        window.show();
        QCOMPARE(ink(window.labels[0]), lightTheme().mutedText);
        change(ThemeKind::Dark);
        QCOMPARE(ink(window.labels[0]), darkTheme().mutedText);
        QCOMPARE(window.themes, 1);
    }

    void whatIsHiddenTakesThemWhenItIsShown()
    {
        Pages window;
        window.show();
        change(ThemeKind::Dark);
        QCOMPARE(ink(window.labels[1]), lightTheme().mutedText); // nothing was done to it
        window.pages->setCurrentIndex(1);
        QCOMPARE(ink(window.labels[1]), darkTheme().mutedText);
        change(ThemeKind::Light);
        window.pages->setCurrentIndex(0);
        QCOMPARE(ink(window.labels[0]), lightTheme().mutedText);
    }

    void widgetsMadeLaterHaveThem()
    {
        Pages window;
        window.show();
        change(ThemeKind::Dark);
        auto* label = new QLabel(QStringLiteral("later"), window.pages->currentWidget());
        label->setProperty("muted", true);
        label->show();
        QCOMPARE(ink(label), darkTheme().mutedText);
    }

    void noWidgetIsMeasuredAnew()
    {
        Pages window;
        window.show();
        const StyleCounter shown(window.labels[0]);
        const StyleCounter hidden(window.labels[1]);
        change(ThemeKind::Dark);
        QCOMPARE(shown.count, 0);
        QCOMPARE(hidden.count, 0);
        window.setStyleSheet(window.themeSheet()); // the way that measures all
        QVERIFY(hidden.count > 0);
    }

    void theSameThemeAgainIsNoChange()
    {
        Pages window;
        window.show();
        change(ThemeKind::Light);
        QCOMPARE(window.themes, 0);
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestThemedWindow)
#include "tst_themed_window.moc"

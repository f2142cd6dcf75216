// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/help/manual_window.h"

#include "ui/features/help/manual_browser.h"
#include "ui/features/help/manual_text.h"
#include "ui/style/icons.h"

#include <QAction>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QTextBlock>
#include <QToolBar>
#include <QTreeWidget>

namespace nestloom::ui {

namespace {

constexpr int kPlace = Qt::UserRole; // "sweep.md", "sweep.md#the-front"

} // namespace

ManualWindow::ManualWindow()
    : m_browser(new ManualBrowser), m_contents(new QTreeWidget), m_words(new QLineEdit), m_found(new QLabel)
{
    setObjectName(QStringLiteral("manualWindow"));
    setWindowTitle(tr("Nestloom manual"));
    m_browser->setObjectName(QStringLiteral("manualText"));
    m_browser->setAccessibleName(tr("Page"));
    makeBar();
    fillContents();
    auto* split = new QSplitter;
    split->addWidget(m_contents);
    split->addWidget(m_browser);
    split->setStretchFactor(1, 1);
    split->setSizes({fontMetrics().averageCharWidth() * 34, fontMetrics().averageCharWidth() * 110});
    setCentralWidget(split);
    followTheme();
    refreshIcons();
    connect(m_browser, &QTextBrowser::historyChanged, this, &ManualWindow::markContents); // source() is the new one now
    connect(m_contents, &QTreeWidget::itemActivated, this,
            [this](const QTreeWidgetItem* item) { open(item->data(0, kPlace).toString()); });
    connect(m_contents, &QTreeWidget::itemClicked, m_contents, &QTreeWidget::itemActivated);
}

void ManualWindow::makeBar()
{
    QToolBar* bar = addToolBar(tr("Tool bar"));
    bar->setMovable(false);
    bar->setIconSize({16, 16});
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    m_back = bar->addAction(tr("Back"), QKeySequence(Qt::ALT | Qt::Key_Left), m_browser, &QTextBrowser::backward);
    m_forward = bar->addAction(tr("Forward"), QKeySequence(Qt::ALT | Qt::Key_Right), m_browser, &QTextBrowser::forward);
    m_back->setEnabled(false);
    m_forward->setEnabled(false);
    connect(m_browser, &QTextBrowser::backwardAvailable, m_back, &QAction::setEnabled);
    connect(m_browser, &QTextBrowser::forwardAvailable, m_forward, &QAction::setEnabled);
    bar->addSeparator();
    m_words->setObjectName(QStringLiteral("manualWords"));
    m_words->setPlaceholderText(tr("Find (Ctrl+F)"));
    m_words->setToolTip(tr("Words to find in this page and in those after it; Enter goes on, Shift+Enter back"));
    m_words->setClearButtonEnabled(true);
    m_words->setMaximumWidth(fontMetrics().averageCharWidth() * 40);
    bar->addWidget(m_words);
    bar->addWidget(m_found);
    const auto add = [this](const QKeySequence& key, auto what) {
        auto* action = new QAction(this);
        action->setShortcut(key);
        addAction(action);
        connect(action, &QAction::triggered, this, what);
    };
    add(QKeySequence::Find, [this] {
        m_words->setFocus();
        m_words->selectAll();
    });
    add(QKeySequence(Qt::Key_F3), [this] { find(true); });
    add(QKeySequence(Qt::SHIFT | Qt::Key_F3), [this] { find(false); });
    add(QKeySequence::ZoomIn, [this] { m_browser->zoomIn(); });
    add(QKeySequence::ZoomOut, [this] { m_browser->zoomOut(); });
    connect(m_words, &QLineEdit::textChanged, m_found, &QLabel::clear);
    connect(m_words, &QLineEdit::returnPressed, this,
            [this] { find(!(QGuiApplication::keyboardModifiers() & Qt::ShiftModifier)); });
}

void ManualWindow::fillContents()
{
    m_contents->setObjectName(QStringLiteral("manualContents"));
    m_contents->setAccessibleName(tr("Contents"));
    m_contents->setHeaderHidden(true);
    for (const QString& page : manualPages()) {
        QTreeWidgetItem* item = nullptr;
        for (const ManualHeading& heading : headingsOf(manualPage(page))) {
            if (item != nullptr && heading.level > 2)
                continue;
            auto* line = item == nullptr ? new QTreeWidgetItem(m_contents) : new QTreeWidgetItem(item);
            line->setText(0, heading.text);
            line->setToolTip(0, heading.text);
            line->setData(0, kPlace, item == nullptr ? page : page + QLatin1Char('#') + heading.anchor);
            if (item == nullptr)
                item = line;
        }
    }
}

void ManualWindow::open(const QString& place)
{
    m_browser->setSource(QUrl(manualUrl(place)));
    markContents();
}

void ManualWindow::refreshIcons()
{
    m_back->setIcon(icon(QStringLiteral("back"), palette()));
    m_forward->setIcon(icon(QStringLiteral("forward"), palette()));
}

/// The shown page and section, in the contents.
void ManualWindow::markContents()
{
    const QUrl url = m_browser->source();
    const QString place = url.hasFragment() ? m_browser->page() + QLatin1Char('#') + url.fragment() : m_browser->page();
    for (int i = 0; i < m_contents->topLevelItemCount(); ++i) {
        QTreeWidgetItem* page = m_contents->topLevelItem(i);
        if (page->data(0, kPlace).toString() != m_browser->page())
            continue;
        QTreeWidgetItem* current = page;
        for (int j = 0; j < page->childCount(); ++j)
            if (page->child(j)->data(0, kPlace).toString() == place)
                current = page->child(j);
        if (!page->isExpanded())
            m_contents->collapseAll();
        page->setExpanded(true);
        m_contents->setCurrentItem(current);
        return;
    }
    m_contents->setCurrentItem(nullptr); // a page of the repository besides the manual
}

void ManualWindow::find(bool forward)
{
    const QString words = m_words->text();
    if (words.isEmpty())
        return;
    if (m_browser->findNext(words, forward)) {
        m_found->clear();
        return;
    }
    const QStringList pages = manualPages();
    const auto count = int(pages.size());
    const int here = std::max(0, int(pages.indexOf(m_browser->page())));
    for (int step = 1; step <= count; ++step) {
        const QString& page = pages[(here + (forward ? step : count * 2 - step)) % count];
        if (!manualPage(page).contains(words, Qt::CaseInsensitive))
            continue;
        if (page != m_browser->page())
            open(page);
        m_browser->moveCursor(forward ? QTextCursor::Start : QTextCursor::End);
        if (m_browser->findNext(words, forward)) {
            m_found->setText(tr("in %1").arg(m_browser->document()->begin().text()));
            return;
        }
    }
    m_found->setText(tr("nowhere in the manual"));
}

void ManualWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Escape)
        ThemedWindow::keyPressEvent(event);
    else if (m_words->hasFocus())
        m_browser->setFocus();
    else
        close();
}

} // namespace nestloom::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/help/manual_browser.h"

#include "ui/features/help/manual_text.h"
#include "ui/style/theme.h"

#include <QScrollBar>
#include <QTextBlock>
#include <QTextTable>

#include <utility>

namespace nestloom::ui {

namespace {

constexpr int kMargin = 18;

bool isPicture(const QTextBlock& block)
{
    return !block.begin().atEnd() && block.begin().fragment().charFormat().isImageFormat();
}

/// Headings become anchors and stand apart; code is on a ground of its own.
void dressBlock(QTextBlock block, const Theme& theme)
{
    QTextCursor cursor(block);
    QTextBlockFormat format = block.blockFormat();
    if (format.headingLevel() > 0) {
        cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        QTextCharFormat anchor;
        anchor.setAnchor(true);
        anchor.setAnchorNames({headingAnchor(block.text())});
        cursor.mergeCharFormat(anchor);
        format.setTopMargin(format.headingLevel() == 1 ? 4 : 18);
    } else if (format.hasProperty(QTextFormat::BlockCodeFence) || format.hasProperty(QTextFormat::BlockCodeLanguage)) {
        format.setBackground(theme.window);
        format.setLeftMargin(format.leftMargin() + kMargin / 2);
        format.setNonBreakableLines(false); // narrow windows need no scrolling across
    } else if (cursor.currentTable() == nullptr && !isPicture(block)) {
        format.setLineHeight(115, QTextBlockFormat::ProportionalHeight);
    }
    cursor.setBlockFormat(format);
}

void dressTable(QTextTable& table, const Theme& theme)
{
    QTextTableFormat format = table.format();
    format.setBorderCollapse(true);
    format.setBorder(1);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorderBrush(theme.border);
    format.setCellPadding(4);
    format.setTopMargin(6);
    format.setBottomMargin(10);
    table.setFormat(format);
    for (int column = 0; column < table.columns(); ++column) {
        QTextTableCell cell = table.cellAt(0, column);
        QTextCharFormat head = cell.format();
        head.setBackground(theme.window);
        cell.setFormat(head);
    }
}

} // namespace

ManualBrowser::ManualBrowser(QWidget* parent) : QTextBrowser(parent)
{
    setFrameShape(QFrame::NoFrame);
    setOpenExternalLinks(true);
    document()->setDocumentMargin(kMargin);
    connect(this, &QTextBrowser::sourceChanged, this, &ManualBrowser::dress); // before the history puts it in its place
}

QImage ManualBrowser::fitted(const QImage& picture) const
{
    const qreal ratio = devicePixelRatioF();
    const int room = int((viewport()->width() - 2 * kMargin) * ratio);
    QImage image =
        picture.width() > room ? picture.scaledToWidth(std::max(1, room), Qt::SmoothTransformation) : picture;
    image.setDevicePixelRatio(ratio);
    return image;
}

QVariant ManualBrowser::loadResource(int type, const QUrl& name)
{
    if (type != QTextDocument::ImageResource) {
        m_isDressed = false;
        m_pictures.clear();
        return QTextBrowser::loadResource(type, name);
    }
    const QUrl url = QUrl(manualUrl({})).resolved(name);
    // From a palette, lines would be smooth only in dots.
    const QImage picture = QImage(QLatin1Char(':') + url.path()).convertToFormat(QImage::Format_RGB32);
    if (picture.isNull())
        return {};
    m_pictures.insert(name, picture);
    return fitted(picture);
}

void ManualBrowser::doSetSource(const QUrl& url, QTextDocument::ResourceType type)
{
    QTextBrowser::doSetSource(url, type);
    if (url.hasFragment()) {
        scrollToAnchor(url.fragment()); // which is there now
        verticalScrollBar()->setValue(verticalScrollBar()->value() - kMargin / 2);
    }
}

void ManualBrowser::dress()
{
    if (std::exchange(m_isDressed, true))
        return;
    const Theme& theme = themeFor(palette());
    const QSignalBlocker quiet(document());
    QTextCursor all(document());
    all.beginEditBlock();
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        dressBlock(block, theme);
    for (QTextFrame* frame : document()->rootFrame()->childFrames())
        if (auto* table = qobject_cast<QTextTable*>(frame))
            dressTable(*table, theme);
    all.endEditBlock();
}

bool ManualBrowser::findNext(const QString& words, bool forward)
{
    if (!find(words, forward ? QTextDocument::FindFlags() : QTextDocument::FindBackward))
        return false;
    QScrollBar* bar = verticalScrollBar(); // not at an edge, but with what is said around it
    bar->setValue(bar->value() + cursorRect().center().y() - viewport()->height() / 3);
    return true;
}

void ManualBrowser::fitPictures()
{
    if (m_room == viewport()->width())
        return;
    m_room = viewport()->width();
    if (m_pictures.isEmpty())
        return;
    for (auto picture = m_pictures.cbegin(); picture != m_pictures.cend(); ++picture)
        document()->addResource(QTextDocument::ImageResource, picture.key(), fitted(picture.value()));
    document()->markContentsDirty(0, document()->characterCount());
}

void ManualBrowser::resizeEvent(QResizeEvent* event)
{
    QTextBrowser::resizeEvent(event);
    fitPictures();
}

void ManualBrowser::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !source().isEmpty()) { // colours are in the document
        const int at = verticalScrollBar()->value();
        reload();
        verticalScrollBar()->setValue(at);
    }
}

} // namespace nestloom::ui

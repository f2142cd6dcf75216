// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>

namespace nestloom::ui {

/// Shows pages of Markdown: headings are anchors, pictures are as wide as there is room, code and tables are in the
/// colours of the theme.
class ManualBrowser : public QTextBrowser {
    Q_OBJECT
public:
    explicit ManualBrowser(QWidget* parent = nullptr);

    QString page() const { return source().fileName(); } // "sweep.md"
    /// From the cursor on, in `forward` direction; false when it is not there. It does not begin again.
    bool findNext(const QString& words, bool forward);

    QVariant loadResource(int type, const QUrl& name) override;

protected:
    void doSetSource(const QUrl& url, QTextDocument::ResourceType type) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void dress();
    void fitPictures();
    QImage fitted(const QImage& picture) const;

    QHash<QUrl, QImage> m_pictures; // of the shown page, as they are in their files
    bool m_isDressed = false;       // the text of the shown page
    int m_room = 0;                 // that pictures were fitted into
};

} // namespace nestloom::ui

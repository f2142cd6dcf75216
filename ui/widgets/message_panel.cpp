// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/message_panel.h"

#include "ui/style/paint_tools.h"
#include "ui/style/theme.h"
#include "ui/widgets/hear_events.h"

#include <QAbstractItemView>
#include <QAbstractProxyModel>
#include <QEvent>
#include <QPainter>

namespace nestloom::ui {

MessageLine::MessageLine(QWidget* parent) : QLabel(parent) { setWordWrap(true); }

void MessageLine::tell(const QString& sentence, bool isProblem)
{
    m_isProblem = isProblem;
    setVisible(!sentence.isEmpty());
    setText(isProblem ? QStringLiteral("\u26a0 ") + sentence : sentence);
    colour();
    hearEvents(this, QEvent::PaletteChange, [this] {
        if (!m_colouring)
            colour();
    });
}

void MessageLine::colour()
{
    m_colouring = true;
    QPalette colours = parentWidget() != nullptr ? parentWidget()->palette() : palette();
    const Theme& theme = themeFor(colours);
    colours.setColor(QPalette::WindowText, m_isProblem ? theme.warning : theme.mutedText);
    setPalette(colours);
    m_colouring = false;
}

void MessagePanel::setMessage(const QString& title, const QString& text, bool isWarning)
{
    m_title = title;
    m_text = text;
    m_isWarning = isWarning;
    setAccessibleName(title);
    setAccessibleDescription(text);
    update();
}

void MessagePanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    painter.setFont(font());
    paint::message(painter, rect(), m_title, m_text, theme, m_isWarning);
}

namespace {

constexpr int kMargin = 12; // pixels

/// Lies over the viewport and lets the mouse through.
class EmptyText : public QLabel {
public:
    EmptyText(QAbstractItemView& view, const QString& text) : QLabel(view.viewport()), m_view(view), m_about(text)
    {
        setObjectName(QStringLiteral("emptyTableText"));
        setAlignment(Qt::AlignCenter);
        setWordWrap(true);
        setProperty("muted", true);
        setAttribute(Qt::WA_TransparentForMouseEvents);
        view.viewport()->installEventFilter(this);
        const QAbstractItemModel* model = view.model();
        connect(model, &QAbstractItemModel::modelReset, this, &EmptyText::refresh);
        connect(model, &QAbstractItemModel::layoutChanged, this, &EmptyText::refresh);
        connect(model, &QAbstractItemModel::rowsInserted, this, &EmptyText::refresh);
        connect(model, &QAbstractItemModel::rowsRemoved, this, &EmptyText::refresh);
        refresh();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Resize)
            place();
        return QLabel::eventFilter(watched, event);
    }

private:
    void place() { setGeometry(m_view.viewport()->rect().adjusted(kMargin, 0, -kMargin, 0)); }
    void refresh()
    {
        const auto* proxy = qobject_cast<const QAbstractProxyModel*>(m_view.model());
        const bool isFiltered =
            proxy != nullptr && proxy->sourceModel() != nullptr && proxy->sourceModel()->rowCount() > 0;
        setText(isFiltered ? tr("No row passes the filter.") : m_about);
        setVisible(m_view.model()->rowCount() == 0);
        place();
    }

    QAbstractItemView& m_view;
    const QString m_about;
};

} // namespace

void showEmptyText(QAbstractItemView& view, const QString& text) { new EmptyText(view, text); } // the viewport's child

} // namespace nestloom::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/shortcuts/shortcut_sheet.h"

#include "ui/style/theme.h"
#include "ui/widgets/ask_file.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QPdfWriter>
#include <QPushButton>
#include <QTextBrowser>
#include <QTextDocument>

namespace nestloom::ui {

namespace {

constexpr int kColumns = 3;
constexpr int kPdfColumns = 2;

struct Group {
    QString title;
    QString rows;
    int count = 1; // lines, the title's included
};

const char* const kRow = "<tr><td style=\"padding-right:14px\">%1</td>"
                         "<td style=\"color:%3;white-space:nowrap\">%2</td></tr>";

/// Keys that the views hear by themselves while they have the focus; they cannot be changed.
Group keysOfViews(const QString& mutedColour)
{
    Group group{ShortcutSheet::tr("In the views"), {}};
    for (const auto& [what, keys] :
         {std::pair(ShortcutSheet::tr("Charts: show all"), ShortcutSheet::tr("F")),
          std::pair(ShortcutSheet::tr("Gantt chart: zoom, pan"), ShortcutSheet::tr("W S, A D")),
          std::pair(ShortcutSheet::tr("Charts and meshes: step"), ShortcutSheet::tr("arrow keys")),
          std::pair(ShortcutSheet::tr("Loop nest: spread over children"), ShortcutSheet::tr("S")),
          std::pair(ShortcutSheet::tr("Tables: explain the number"), ShortcutSheet::tr("F2")),
          std::pair(ShortcutSheet::tr("Memory map: capacity"), ShortcutSheet::tr("Ctrl+Up, Ctrl+Down")),
          std::pair(ShortcutSheet::tr("Runs: open, compare"), ShortcutSheet::tr("Enter, C")),
          std::pair(ShortcutSheet::tr("Runs: report, baseline"), ShortcutSheet::tr("E, B")),
          std::pair(ShortcutSheet::tr("Runs: tags, note, star"), ShortcutSheet::tr("T, N, S")),
          std::pair(ShortcutSheet::tr("Runs: delete"), ShortcutSheet::tr("Del"))}) {
        group.rows += QString::fromLatin1(kRow).arg(what.toHtmlEscaped(), keys.toHtmlEscaped(), mutedColour);
        ++group.count;
    }
    return group;
}

std::vector<Group> groupsOf(const ShortcutBook& book, const QString& mutedColour)
{
    std::vector<Group> groups;
    for (const ShortcutBook::Entry& entry : book.entries()) {
        if (entry.action->shortcuts().isEmpty() || entry.path.isEmpty())
            continue;
        if (groups.empty() || groups.back().title != entry.path.front())
            groups.push_back({entry.path.front(), {}});
        QString text = plainText(entry.action);
        if (entry.action->objectName() == QLatin1String("undo"))
            text = ShortcutSheet::tr("Undo"); // and not what it would undo now
        else if (entry.action->objectName() == QLatin1String("redo"))
            text = ShortcutSheet::tr("Redo");
        for (const QString& menu : entry.path.mid(1))
            text.prepend(menu + QStringLiteral(": "));
        groups.back().rows +=
            QString::fromLatin1(kRow).arg(text.toHtmlEscaped(), keysText(entry.action).toHtmlEscaped(), mutedColour);
        ++groups.back().count;
    }
    groups.push_back(keysOfViews(mutedColour));
    return groups;
}

/// The least number of lines at which the groups, in their order, fit into the columns.
int columnHeight(const std::vector<Group>& groups, int columns)
{
    int height = 1;
    for (int needed = columns + 1; needed > columns; ++height) {
        needed = 1;
        int used = 0;
        for (const Group& group : groups) {
            if (used > 0 && used + group.count > height) {
                ++needed;
                used = 0;
            }
            used += group.count;
        }
    }
    return height - 1;
}

} // namespace

QString shortcutHtml(const ShortcutBook& book, int columns, const QString& mutedColour)
{
    const std::vector<Group> groups = groupsOf(book, mutedColour);
    const int height = columnHeight(groups, columns);
    const QString cell =
        QStringLiteral("<td width=\"%1%\" style=\"padding-right:20px\" valign=\"top\">").arg(100 / columns);
    QString html = QStringLiteral("<table width=\"100%\"><tr>") + cell;
    int used = 0;
    for (const Group& group : groups) {
        if (used > 0 && used + group.count > height) {
            html += QStringLiteral("</td>") + cell;
            used = 0;
        }
        html += QStringLiteral("<p style=\"margin-top:6px;margin-bottom:2px\"><b>%1</b></p>"
                               "<table cellpadding=\"2\" cellspacing=\"0\">%2</table>")
                    .arg(group.title.toHtmlEscaped(), group.rows);
        used += group.count;
    }
    return html + QStringLiteral("</td></tr></table>");
}

ShortcutSheet::ShortcutSheet(const ShortcutBook& book, QWidget* parent)
    : QDialog(parent), m_book(book), m_text(new QTextBrowser(this))
{
    setObjectName(QStringLiteral("shortcutSheet"));
    setWindowTitle(tr("Keyboard shortcuts"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setAccessibleName(tr("Keyboard shortcuts"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* change = buttons->addButton(tr("Change shortcuts..."), QDialogButtonBox::ActionRole);
    QPushButton* pdf = buttons->addButton(tr("Save as PDF..."), QDialogButtonBox::ActionRole);
    connect(change, &QPushButton::clicked, this, &ShortcutSheet::changeRequested);
    connect(pdf, &QPushButton::clicked, this, &ShortcutSheet::askPdf);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(&book, &ShortcutBook::changed, this, &ShortcutSheet::refresh);
    setLayout(columnOf({{m_text, 1}, buttons}, -1, {11, 11, 11, 11}));
    resize(1000, 640);
    refresh();
    hearEvents(this, QEvent::PaletteChange, [this] { refresh(); });
}

void ShortcutSheet::refresh() { m_text->setHtml(shortcutHtml(m_book, kColumns, themeFor(palette()).mutedText.name())); }

bool ShortcutSheet::savePdf(const QString& path) const
{
    QPdfWriter writer(path);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setTitle(windowTitle());
    QTextDocument document;
    document.setDefaultFont(font());
    document.setHtml(QStringLiteral("<h2>%1</h2>").arg(tr("Nestloom: keyboard shortcuts"))
                     + shortcutHtml(m_book, kPdfColumns, QStringLiteral("#404040")));
    document.print(&writer);
    return QFileInfo(path).size() > 0;
}

void ShortcutSheet::askPdf()
{
    askToSave(this, tr("Save as PDF"), QStringLiteral("nestloom-shortcuts.pdf"), tr("PDF (*.pdf)"),
              [this](const QString& path) {
                  setWindowTitle(savePdf(path) ? tr("Keyboard shortcuts - saved to %1").arg(path)
                                               : tr("Keyboard shortcuts - %1 cannot be written").arg(path));
              });
}

} // namespace nestloom::ui

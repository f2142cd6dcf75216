// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/welcome/welcome_page.h"

#include "ui/parts/run_list_model.h"
#include "ui/style/format.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/rich_label.h"
#include "ui/workbench/recent_files.h"
#include "ui/workbench/workbench.h"

#include <QCommandLinkButton>
#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

namespace nestloom::ui {

namespace {

constexpr std::size_t kShownFiles = 6;
constexpr std::size_t kShownRuns = 6;
constexpr int kWorkCharacters = 36; // of the name of a run
constexpr int kColumnWidth = 380;

/// Accelerator and network that suit each other; sizes and words of the networks are those of their presets.
struct Example {
    const char* accelerator;
    const char* network;
};
constexpr Example kExamples[] = {{"simba", "resnet50"}, {"eyeriss", "alexnet"}, {"edge-systolic", "vgg16"}};

QLabel* heading(const QString& text)
{
    auto* label = new QLabel(text);
    label->setProperty("strong", true);
    label->setContentsMargins(0, 10, 0, 2);
    return label;
}

QLabel* muted(const QString& text, bool wraps = true)
{
    auto* label = new QLabel(text);
    label->setProperty("muted", true);
    label->setWordWrap(wraps); // in a short list it would ask for more lines than it has
    label->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum); // no more than its lines
    return label;
}

void clear(QVBoxLayout* layout)
{
    while (QLayoutItem* item = layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

QVBoxLayout* list()
{
    auto* layout = new QVBoxLayout;
    layout->setSpacing(4);
    return layout;
}

} // namespace

WelcomePage::WelcomePage(Workbench& workbench, const RecentFiles& recent, QWidget* parent)
    : QScrollArea(parent), m_workbench(workbench), m_recent(recent),
      m_back(named(new QPushButton(tr("Back to the pages (Esc)")), "backToPages")), m_files(list()), m_runs(list())
{
    setObjectName(QStringLiteral("welcomePage"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    auto* title = new QLabel(tr("Welcome to Nestloom"));
    title->setFont(headlineFont(font()));
    auto* right = list(); // its own spacing: that between the columns would be inherited
    right->addWidget(heading(tr("Recent files")));
    right->addLayout(m_files);
    right->addWidget(heading(tr("Last runs")));
    right->addLayout(m_runs);
    right->addStretch(1);
    auto* columns = rowOf({{makeExamples(), 1}, {right, 1}}, 40);
    auto* body = new QWidget;
    body->setMaximumWidth(2 * kColumnWidth + 160);
    body->setLayout(
        columnOf({rowOf({title, LinePart::room(), m_back}),
                  muted(tr("Change an accelerator, load a network, and see how every layer is mapped and what "
                           "that costs.")),
                  {columns, 1}},
                 -1, {32, 24, 32, 24}));
    auto* middle = new QWidget;
    middle->setLayout(rowOf({body}));
    setWidget(middle);
    connect(m_back, &QPushButton::clicked, this, &WelcomePage::backRequested);
    auto* escape = new QShortcut(Qt::Key_Escape, this, this, &WelcomePage::backRequested);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(&m_recent, &RecentFiles::changed, this, &WelcomePage::refreshFiles);
    connect(&m_workbench.session(), &Session::runsChanged, this, [this] {
        if (isVisible())
            refreshRuns();
    });
    refreshFiles();
    refreshIcons();
    hearEvents(this, QEvent::Show, [this] { refreshRuns(); });
    hearEvents(this, QEvent::PaletteChange, [this] { refreshIcons(); });
}

void WelcomePage::setWayBack(bool shown) { m_back->setVisible(shown); }

QWidget* WelcomePage::makeExamples()
{
    auto* column = new QWidget;
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(heading(tr("Examples: map them with one click")));
    for (const Example& example : kExamples) {
        const Library& library = m_workbench.library();
        const QString accelerator = QLatin1String(example.accelerator);
        const QString network = QLatin1String(example.network);
        const auto index = library.findAccelerator(accelerator);
        if (!index || !library.findNetwork(network))
            continue;
        const auto value = library.parsed(library.accelerators()[*index]);
        auto* button = new QCommandLinkButton(tr("%1 on %2").arg(network, accelerator),
                                              value ? qt(value->description) : QString());
        button->setObjectName(QStringLiteral("example:") + accelerator);
        connect(button, &QPushButton::clicked, this,
                [this, accelerator, network] { Q_EMIT exampleRequested(accelerator, network); });
        layout->addWidget(button);
    }
    layout->addWidget(heading(tr("Your own")));
    auto* open = new QPushButton(tr("Open files... (Ctrl+O)"));
    auto* find = new QPushButton(tr("Find anything... (Ctrl+K)"));
    auto* accelerator = new QPushButton(tr("New accelerator"));
    auto* network = new QPushButton(tr("New network..."));
    layout->addLayout(rowOf({open, find, LinePart::room()}));
    layout->addLayout(rowOf({accelerator, network, LinePart::room()}));
    layout->addWidget(
        muted(tr("Or drop accelerators, networks (YAML, ONNX) and databases of runs anywhere on this window.")));
    layout->addStretch(1);
    connect(open, &QPushButton::clicked, this, &WelcomePage::openRequested);
    for (const auto& [button, name] :
         {std::pair{find, "findAnything"}, {accelerator, "newAccelerator"}, {network, "newNetwork"}})
        connect(button, &QPushButton::clicked, this,
                [this, name = QLatin1String(name)] { Q_EMIT actionRequested(name); });
    return column;
}

void WelcomePage::refreshIcons()
{
    for (auto* button : findChildren<QCommandLinkButton*>())
        button->setIcon(icon(QStringLiteral("run"), themeFor(palette()).accent));
}

void WelcomePage::refreshFiles()
{
    clear(m_files);
    for (std::size_t i = 0; i < std::min(kShownFiles, m_recent.files().size()); ++i) {
        const RecentFiles::File& file = m_recent.files()[i];
        auto* label = new LinkLabel;
        label->setText(
            tr("<a href=\"%1\">%2</a>&nbsp;&nbsp;%3")
                .arg(file.path.toHtmlEscaped(), QFileInfo(file.path).fileName().toHtmlEscaped(), kindName(file.kind)));
        label->setToolTip(file.path);
        label->setTextFormat(Qt::RichText);
        connect(label, &QLabel::linkActivated, this, [this, path = file.path] { Q_EMIT fileRequested(path); });
        m_files->addWidget(label);
    }
    if (m_recent.files().empty())
        m_files->addWidget(muted(tr("No file was opened yet."), false));
}

void WelcomePage::refreshRuns()
{
    clear(m_runs);
    const std::vector<RunSummary> runs = m_workbench.session().runs();
    for (std::size_t i = 0; i < std::min(kShownRuns, runs.size()); ++i) {
        const RunSummary& run = runs[i];
        auto* label = new LinkLabel;
        const QString work = workText(run); // of a kept point of a sweep it has all its fields
        const int room = fontMetrics().averageCharWidth() * kWorkCharacters;
        label->setText(
            tr("<a href=\"run\">%1  %2</a>&nbsp;&nbsp;%3")
                .arg(run.id)
                .arg(fontMetrics().elidedText(work, Qt::ElideMiddle, room).toHtmlEscaped(), resultText(run)));
        const QString begun = QLocale().toString(dateOf(run.startedAt).toLocalTime(), QLocale::ShortFormat);
        label->setToolTip(QStringLiteral("%1\n%2").arg(work, begun));
        label->setTextFormat(Qt::RichText);
        connect(label, &QLabel::linkActivated, this, [this, id = run.id] { m_workbench.openRun(id); });
        m_runs->addWidget(label);
    }
    if (runs.empty())
        m_runs->addWidget(muted(tr("Nothing was mapped yet."), false));
}

} // namespace nestloom::ui

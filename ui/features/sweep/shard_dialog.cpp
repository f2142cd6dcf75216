// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/shard_dialog.h"

#include "ui/style/format.h"
#include "ui/widgets/ask_file.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/message_panel.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>

namespace nestloom::ui {

namespace {

constexpr std::size_t kWorthACluster = 100'000; // points
constexpr int kMostShards = 100'000;
constexpr int kLinesSaid = 3, kWidth = 680, kHeightWithLines = 400;

QString sizeText(std::size_t points)
{
    const QString count = format::integer(std::int64_t(points));
    return points < kWorthACluster
               ? ShardDialog::tr("%1 points: this computer is enough. Other computers pay from some 100,000 points on.")
                     .arg(count)
               : ShardDialog::tr("%1 points. A part should take some minutes.").arg(count);
}

} // namespace

ShardDialog::ShardDialog(Shards& shards, const explore::SweepInputs& inputs, QWidget* parent)
    : QDialog(parent), m_shards(shards), m_inputs(inputs), m_folder(named(new QLineEdit(this), "shardFolder")),
      m_count(named(new QSpinBox(this), "shardCount")), m_done(named(new QLabel(this), "shardsDone")),
      m_bar(new QProgressBar(this)), m_said(named(new MessageLine(this), "shardMessage")),
      m_lines(named(new QPlainTextEdit(this), "shardLines", tr("Commands for queues")))
{
    setObjectName(QStringLiteral("shardDialog"));
    setWindowTitle(tr("Sweep on other computers"));
    auto* size = named(new QLabel(sizeText(explore::resultCount(inputs)), this), "shardSize");
    size->setWordWrap(true);
    m_folder->setPlaceholderText(tr("a folder that all of them see"));
    m_folder->setToolTip(tr("Parts are files here; what is there counts. The database of runs is somewhere else"));
    m_count->setRange(1, kMostShards);
    m_count->setValue(64);
    m_count->setGroupSeparatorShown(true);
    m_count->setToolTip(tr("Into how many parts the sweep is cut; a part is one task of the queue"));
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(10);
    m_lines->setReadOnly(true);
    m_lines->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_lines->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_lines->hide();
    m_said->setWordWrap(true);
    m_said->setAlignment(Qt::AlignTop);
    m_said->setMinimumHeight(kLinesSaid * fontMetrics().lineSpacing()); // so that nothing moves when it speaks

    auto* browse = named(new QPushButton(tr("&Browse..."), this), "shardBrowse");
    auto* form = new QFormLayout;
    form->addRow(tr("Folder"), rowOf({{m_folder, 1}, browse}));
    form->addRow(tr("Parts"), rowOf({m_count, {m_done, 1}}));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    const auto button = [&](const QString& text, const char* name, const QString& tip) {
        auto* made = named(buttons->addButton(text, QDialogButtonBox::ActionRole), name, {}, tip);
        made->setAutoDefault(false);
        return made;
    };
    m_submit = button(tr("&Submit to Slurm"), "shardSubmit",
                      tr("Give the parts that are missing to the queue, and follow them; what fails is given again"));
    m_cancel = button(tr("&Cancel"), "shardCancel", tr("Take them out of the queue; finished parts are kept"));
    m_print = button(tr("&Other queues"), "shardPrint",
                     tr("Commands that do the same with Slurm, Grid Engine, LSF and GNU parallel"));
    m_collect = button(tr("C&ollect"), "shardCollect", tr("Store the results that are there and show them"));
    setLayout(columnOf({size, form, m_bar, m_said, {m_lines, 1}, buttons}, -1, {11, 11, 11, 11}));
    resize(kWidth, sizeHint().height());

    connect(browse, &QPushButton::clicked, this, &ShardDialog::chooseFolder);
    connect(m_folder, &QLineEdit::textChanged, this, &ShardDialog::watch);
    connect(m_count, &QSpinBox::valueChanged, this, &ShardDialog::watch);
    connect(m_submit, &QPushButton::clicked, this, [this] { m_shards.submit(m_inputs); });
    connect(m_cancel, &QPushButton::clicked, &m_shards, &Shards::cancel);
    connect(m_print, &QPushButton::clicked, this, [this] { m_shards.makeLines(m_inputs); });
    connect(m_collect, &QPushButton::clicked, &m_shards, &Shards::collect);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&m_shards, &Shards::changed, this, &ShardDialog::show);
    connect(&m_shards, &Shards::failed, this, [this](const QString& message) { m_said->tell(message, true); });
    connect(&m_shards, &Shards::linesMade, this, [this](const QString& lines) {
        m_said->tell({}, false);
        m_lines->setPlainText(lines);
        m_lines->show();
        resize(width(), std::max(height(), kHeightWithLines));
    });
    connect(&m_shards, &Shards::collected, this, &ShardDialog::collected);
    watch();
}

ShardDialog::~ShardDialog()
{
    if (!m_state.isSubmitting) // else it is followed on, for the next dialog
        m_shards.watch({}, 0);
}

void ShardDialog::chooseFolder()
{
    askForFolder(this, tr("Folder of the parts"), m_folder->text(),
                 [this](const QString& folder) { m_folder->setText(folder); });
}

void ShardDialog::watch()
{
    ShardState state;
    state.count = std::size_t(m_count->value());
    show(state);
    m_shards.watch(m_folder->text().trimmed(), state.count);
}

void ShardDialog::show(const ShardState& state)
{
    const bool isChosen = !m_folder->text().trimmed().isEmpty(), isWhole = state.done == state.count;
    m_done->setText(
        isChosen ? tr("%1 of %2 are done")
                       .arg(format::integer(std::int64_t(state.done)), format::integer(std::int64_t(state.count)))
                 : QString());
    m_bar->setRange(0, std::max(1, int(state.count)));
    m_bar->setValue(int(state.done));
    if (!state.said.isEmpty() && state.said != m_state.said)
        m_said->tell(state.said, false);
    m_state = state;
    m_folder->setEnabled(!state.isSubmitting);
    m_count->setEnabled(!state.isSubmitting);
    m_submit->setEnabled(isChosen && !isWhole && !state.isSubmitting);
    m_submit->setText(state.done > 0 && !isWhole ? tr("&Submit what is missing") : tr("&Submit to Slurm"));
    m_print->setEnabled(isChosen && !isWhole);
    m_cancel->setEnabled(state.isSubmitting);
    m_collect->setEnabled(isChosen && state.done > 0);
}

} // namespace nestloom::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/technology/technology_dialog.h"

#include "ui/features/technology/technology_effect_model.h"
#include "ui/features/technology/technology_library.h"
#include "ui/ports/technology_files.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/widgets/ask_file.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/number_delegate.h"
#include "ui/widgets/table_actions.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QFileInfo>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSaveFile>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace nestloom::ui {

using hardware::Technology;

namespace {
constexpr qint64 kMaxFileBytes = 16 * 1024 * 1024;
constexpr int kNameRole = Qt::UserRole; // of the items of the list
} // namespace

QString TechnologyDialog::table() const { return m_numbers->table(); }
const Technology* TechnologyDialog::shown() const { return m_library.find(table()); }

void TechnologyDialog::showTable(const QString& name)
{
    if (name != table())
        tell({});
    m_numbers->setTable(name);
    listTables();
    refresh();
}

/// Shipped tables first, then one's own; that which the accelerator in the editor has is marked.
void TechnologyDialog::listTables()
{
    const QScopedValueRollback listing(m_listing, true);
    const hardware::Accelerator& accelerator = m_workbench.document().value();
    m_list->clear();
    for (const auto* tables : {&m_library.shipped(), &m_library.own()})
        for (const Technology& technology : *tables) {
            const QString name = qt(technology.name);
            const bool isShipped = tables == &m_library.shipped();
            const bool isUsed = takesEnergiesFrom(accelerator, technology, m_library);
            auto* item = new QListWidgetItem(isShipped ? tr("%1 (shipped)").arg(name) : name, m_list);
            item->setData(kNameRole, name);
            item->setToolTip(
                isUsed ? tr("%1\nThe accelerator in the editor has these energies.").arg(qt(technology.description))
                       : qt(technology.description));
            QFont font = m_list->font();
            font.setBold(isUsed);
            item->setFont(font);
            if (name == table())
                m_list->setCurrentItem(item);
        }
}

void TechnologyDialog::refresh()
{
    const Technology* technology = shown();
    const auto show = [technology](QLineEdit* field, const QString& text) {
        field->setEnabled(technology != nullptr);
        if (field->text() != text)
            field->setText(text);
        field->setCursorPosition(0);
    };
    show(m_name, technology ? qt(technology->name) : QString());
    show(m_description, technology ? qt(technology->description) : QString());
    show(m_source, technology ? qt(technology->source) : QString());
    show(m_word, technology ? m_workbench.session().quantityText(QuantityKind::Bits, double(technology->word.count))
                            : QString());
    m_source->setToolTip(m_source->text());
    refreshEffect();
    refreshActions();
}

void TechnologyDialog::refreshEffect()
{
    const Technology* technology = shown();
    const hardware::Accelerator& accelerator = m_workbench.document().value();
    const bool canShow = technology && !accelerator.levels.empty();
    m_effectView->setVisible(canShow);
    m_use->setVisible(canShow);
    if (!canShow) {
        m_effect->clear();
        m_effectTitle->setText(tr("No accelerator is open that could have these energies."));
        return;
    }
    m_effect->show(accelerator, *technology);
    m_effectView->fitColumns();
    const QString name = qt(accelerator.name);
    const int changes = m_effect->changes();
    const bool isUsed = takesEnergiesFrom(accelerator, *technology, m_library);
    m_effectTitle->setText(
        isUsed         ? tr("%1 has the energies of this table; what is edited here reaches it at once.").arg(name)
        : changes == 0 ? tr("%1 has these numbers already.").arg(name)
                       : tr("%1 of %2 numbers of %3 would change:").arg(changes).arg(m_effect->rowCount()).arg(name));
    m_use->setText(tr("&Use for %1").arg(QString(name).replace(QLatin1Char('&'), QLatin1String("&&"))));
    m_use->setEnabled(!isUsed);
}

void TechnologyDialog::refreshActions()
{
    const Technology* technology = shown();
    const bool hasFormula = technology && technology->formula != hardware::EnergySource::Explicit;
    const auto place = m_numbers->placeAt(m_view->currentIndex().row());
    m_remove->setEnabled(technology && !m_library.isShipped(table()));
    m_add->setEnabled(technology != nullptr);
    for (QAction* action : m_add->actions())
        action->setEnabled(!hasFormula || !isMemory(static_cast<NumberKind>(action->data().toInt())));
    m_removeNumber->setEnabled(place && !(hasFormula && isMemory(place->kind)));
    m_stateNumbers->setVisible(hasFormula);
}

void TechnologyDialog::tell(const QString& sentence, bool isProblem) { m_message->tell(sentence, isProblem); }

void TechnologyDialog::edit(const Technology& table, const QString& what)
{
    const QString before = this->table();
    const auto name = m_library.change(before, table, what);
    if (!name)
        return tell(asSentence(qt(name.error().message)), true);
    tell(m_library.isShipped(before) ? tr("%1 is shipped and stays as it is; %2 is your copy.").arg(before, *name)
                                     : QString());
}

void TechnologyDialog::takeField(QLineEdit* field)
{
    const Technology* technology = shown();
    if (!technology)
        return;
    Technology changed = *technology;
    const QString text = field->text().trimmed();
    if (field == m_word) {
        const auto bits = m_workbench.session().parseQuantity(QuantityKind::Bits, text);
        if (!bits)
            return tell(asSentence(qt(bits.error().message)), true);
        changed.word = Bits{std::int64_t(*bits)};
    } else {
        (field == m_name     ? changed.name
         : field == m_source ? changed.source
                             : changed.description) = text.toStdString();
    }
    if (changed == *technology)
        return;
    edit(changed, field == m_name ? tr("Rename %1").arg(table()) : tr("Change the table %1").arg(table()));
}

void TechnologyDialog::addNumber(NumberKind kind)
{
    if (!shown())
        return;
    const Technology changed = withAnother(*shown(), kind);
    const std::size_t last = (kind == NumberKind::Mac    ? changed.macs.size()
                              : kind == NumberKind::Sram ? changed.sram.size()
                                                         : changed.registers.size())
                             - 1;
    edit(changed, tr("Add %1").arg(numberName(kind)));
    if (const int row = m_numbers->rowOf({kind, last}); row >= 0)
        m_view->setCurrentIndex(m_numbers->index(row, TechnologyModel::Size));
    m_view->setFocus();
}

void TechnologyDialog::removeNumber()
{
    const auto place = m_numbers->placeAt(m_view->currentIndex().row());
    if (place && shown())
        edit(without(*shown(), *place), tr("Remove %1").arg(numberName(place->kind)));
}

void TechnologyDialog::use()
{
    const Technology* technology = shown();
    AcceleratorDocument& document = m_workbench.document();
    if (!technology || document.isEmpty())
        return;
    document.replaceValue(tr("energies of %1").arg(table()), hardware::withEnergies(document.value(), *technology));
    tell(
        tr("%1 takes its energies from %2 now; Undo in the window goes back.").arg(qt(document.value().name), table()));
}

void TechnologyDialog::importFile(const QString& path)
{
    QFile file(path);
    if (QFileInfo(path).exists() && !QFileInfo(path).isFile())
        return tell(tr("The file cannot be read: it is a folder, a device or a pipe."), true);
    if (!file.open(QIODevice::ReadOnly))
        return tell(tr("The file cannot be read: %1.").arg(file.errorString()), true);
    if (file.size() > kMaxFileBytes)
        return tell(tr("The file is larger than 16 MiB."), true);
    const auto technology = m_library.files().parse(QString::fromUtf8(file.readAll()), QFileInfo(path).fileName());
    if (!technology)
        return tell(qt(technology.error().text()), true); // begins with the name of the file
    const auto name = m_library.add(*technology, tr("Import %1").arg(QFileInfo(path).fileName()));
    if (!name)
        return tell(asSentence(qt(name.error().message)), true);
    tell(tr("%1 is one of your tables now.").arg(*name));
}

void TechnologyDialog::exportFile(const QString& path)
{
    if (!shown())
        return;
    QSaveFile file(path);
    const QByteArray text = m_library.files().text(*shown()).toUtf8();
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
        return tell(tr("The file cannot be written: %1.").arg(file.errorString()), true);
    tell(tr("Written: %1").arg(path));
}

void TechnologyDialog::askImport()
{
    askToOpen(this, tr("Import a table of energies"), tr("Tables of energies (*.yaml *.yml)"),
              [this](const QString& path) { importFile(path); });
}

void TechnologyDialog::askExport()
{
    askToSave(this, tr("Export the table %1").arg(table()), table() + QStringLiteral(".yaml"),
              tr("Tables of energies (*.yaml *.yml)"), [this](const QString& path) { exportFile(path); });
}

TechnologyDialog::TechnologyDialog(Workbench& workbench, TechnologyLibrary& library, QWidget* parent)
    : QDialog(parent), m_workbench(workbench), m_library(library), m_list(new QListWidget(this)),
      m_name(new QLineEdit(this)), m_description(new QLineEdit(this)), m_source(new QLineEdit(this)),
      m_word(new QLineEdit(this)), m_numbers(new TechnologyModel(library, workbench.session(), this)),
      m_view(new QTableView(this)), m_keepsSources(new QCheckBox(this)), m_effect(new TechnologyEffectModel(this)),
      m_effectView(new CopyableTable(m_effect)), m_effectTitle(new QLabel(this)), m_message(new MessageLine(this)),
      m_use(new QPushButton(this)), m_remove(new QPushButton(tr("&Remove"), this)), m_add(new QToolButton(this)),
      m_removeNumber(new QToolButton(this)), m_stateNumbers(new QToolButton(this))
{
    setObjectName(QStringLiteral("technologyDialog"));
    setWindowTitle(tr("Tables of energies and areas"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(1160, 690);
    auto* parts = new QSplitter(Qt::Horizontal, this);
    parts->addWidget(makeTables());
    parts->addWidget(makeShown());
    parts->setStretchFactor(0, 0);
    parts->setStretchFactor(1, 1);
    parts->setSizes({230, 930});
    parts->setChildrenCollapsible(false);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    named(m_use, "useTechnology", {},
          tr("One undo step of the accelerator in the editor; the network is mapped again with these energies"));
    buttons->addButton(m_use, QDialogButtonBox::ActionRole);
    setLayout(columnOf({{parts, 1}, m_message, buttons}, -1, {11, 11, 11, 11}));
    m_message->setObjectName(QStringLiteral("technologyMessage"));
    m_message->hide();
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connectParts();
    const auto& first = library.own().empty() ? library.shipped() : library.own();
    showTable(first.empty() ? QString() : qt(first.front().name));
}

QWidget* TechnologyDialog::makeTables()
{
    named(m_list, "technologyList", tr("Tables"));
    auto* grid = new QGridLayout;
    const auto addButton = [&](QPushButton* button, int row, int column, const QString& tip) {
        button->setAutoDefault(false);
        button->setToolTip(tip);
        grid->addWidget(button, row, column);
        return button;
    };
    auto* copy = addButton(new QPushButton(tr("&Copy")), 0, 0, tr("A table of your own with the same numbers"));
    addButton(m_remove, 0, 1, tr("Removes one of your tables; accelerators keep their numbers"));
    auto* import = addButton(new QPushButton(tr("&Import...")), 1, 0, tr("Reads a YAML file with the key energies"));
    auto* exportOne = addButton(new QPushButton(tr("&Export...")), 1, 1,
                                tr("Writes the shown table as YAML, for nestloom-cli energies"));
    m_remove->setObjectName(QStringLiteral("removeTechnology"));
    for (int column = 0; QAction * action : {m_library.history().createUndoAction(this, tr("Undo")),
                                             m_library.history().createRedoAction(this, tr("Redo"))}) {
        action->setIconText(column == 0 ? tr("Undo") : tr("Redo")); // on the button; the tool tip tells the step
        action->setShortcuts(column == 0 ? QKeySequence::Undo : QKeySequence::Redo);
        addAction(action);
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        grid->addWidget(button, 2, column++);
    }
    auto* side = panelOf(columnOf({{m_list, 1}, grid}));
    connect(copy, &QPushButton::clicked, this, [this] { m_library.copy(table()); });
    connect(m_remove, &QPushButton::clicked, this, [this] { m_library.remove(table()); });
    connect(import, &QPushButton::clicked, this, &TechnologyDialog::askImport);
    connect(exportOne, &QPushButton::clicked, this, &TechnologyDialog::askExport);
    return side;
}

QWidget* TechnologyDialog::makeShown()
{
    auto* parts = new QSplitter(Qt::Vertical);
    auto* upper = new QWidget;
    auto* upperLayout = new QVBoxLayout(upper);
    upperLayout->setContentsMargins(6, 0, 0, 0);
    auto* fields = new QGridLayout;
    makeFields(fields);
    upperLayout->addLayout(fields);
    makeNumbers(upperLayout);
    auto* lower = new QWidget;
    auto* lowerLayout = new QVBoxLayout(lower);
    lowerLayout->setContentsMargins(6, 4, 0, 0);
    makeEffect(lowerLayout);
    parts->addWidget(upper);
    parts->addWidget(lower);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    parts->setSizes({400, 220});
    parts->setChildrenCollapsible(false);
    return parts;
}

void TechnologyDialog::makeFields(QGridLayout* layout)
{
    const auto addField = [&](QLineEdit* field, const char* name, const QString& text, int row, int column, int span,
                              const QString& tip) {
        field->setObjectName(QLatin1String(name));
        field->setToolTip(tip);
        auto* label = new QLabel(text, this);
        label->setBuddy(field);
        layout->addWidget(label, row, column);
        layout->addWidget(field, row, column + 1, 1, span);
        connect(field, &QLineEdit::editingFinished, this, [this, field] { takeField(field); });
    };
    addField(m_name, "technologyName", tr("&Name"), 0, 0, 1, tr("Under which it is chosen, here and by nestloom-cli"));
    addField(m_word, "technologyWord", tr("&Word"), 0, 2, 1,
             tr("Width of the words that the energies of memories and hops are for; others cost in proportion"));
    addField(m_description, "technologyDescription", tr("&Description"), 1, 0, 3, tr("One line for the menu"));
    addField(m_source, "technologySource", tr("&Source"), 2, 0, 3,
             tr("Where every number comes from that has no source of its own"));
    m_word->setMaximumWidth(110);
    layout->setColumnStretch(1, 1);
}

void TechnologyDialog::makeNumbers(QVBoxLayout* layout)
{
    m_view->setModel(m_numbers);
    m_view->setItemDelegate(new ChoiceDelegate(m_view));
    named(m_view, "technologyNumbers", tr("Numbers of the table"));
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed
                            | QAbstractItemView::SelectedClicked | QAbstractItemView::AnyKeyPressed);
    m_view->setAlternatingRowColors(true);
    m_view->setShowGrid(false);
    m_view->setTabKeyNavigation(false);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_view->horizontalHeader()->setSectionResizeMode(TechnologyModel::Source, QHeaderView::Stretch);
    m_view->horizontalHeader()->setHighlightSections(false);
    enableTableExport(*m_view);
    layout->addWidget(m_view, 1);
    auto* bar = new QHBoxLayout;
    m_add->setText(tr("Add a size"));
    m_add->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_add);
    for (const auto& [kind, text] : {std::pair{NumberKind::Mac, tr("Width of a multiply-accumulate")},
                                     std::pair{NumberKind::Registers, tr("Size of a register file")},
                                     std::pair{NumberKind::Sram, tr("Size of an SRAM")}}) {
        QAction* action = menu->addAction(text, this, [this, kind = kind] { addNumber(kind); });
        action->setData(int(kind));
        m_add->addAction(action);
    }
    m_add->setMenu(menu);
    m_removeNumber->setText(tr("Remove the number"));
    m_stateNumbers->setText(tr("State as numbers"));
    named(m_stateNumbers, "stateNumbers", {},
          tr("A copy that states what the formula says of a memory of its own, size by size, to be edited"));
    m_keepsSources->setText(tr("Keep the source of a number that is changed"));
    m_keepsSources->setToolTip(tr("For corrections; else a changed number becomes a value of your own"));
    for (QWidget* widget : std::initializer_list<QWidget*>{m_add, m_removeNumber, m_stateNumbers, m_keepsSources})
        bar->addWidget(widget);
    bar->addStretch(1);
    layout->addLayout(bar);
}

void TechnologyDialog::makeEffect(QVBoxLayout* layout)
{
    m_effectTitle->setFont(strongFont(font()));
    m_effectTitle->setWordWrap(true);
    m_effectTitle->setObjectName(QStringLiteral("technologyEffectTitle"));
    named(m_effectView, "technologyEffect", tr("What the accelerator would get"));
    m_effectView->setSortingEnabled(false);
    layout->addWidget(m_effectTitle);
    layout->addWidget(m_effectView, 1);
}

void TechnologyDialog::connectParts()
{
    connect(m_list, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (!m_listing && item)
            QMetaObject::invokeMethod(
                this, [this, name = item->data(Qt::UserRole).toString()] { showTable(name); }, Qt::QueuedConnection);
    });
    connect(&m_library, &TechnologyLibrary::changed, this, [this] {
        const auto& tables = m_library.own().empty() ? m_library.shipped() : m_library.own();
        if (!shown() && !tables.empty())
            m_numbers->setTable(qt(tables.front().name)); // until the step says which
        listTables();
        refresh();
    });
    connect(&m_library, &TechnologyLibrary::shownRequested, this, &TechnologyDialog::showTable);
    connect(&m_library.files(), &TechnologyFiles::failed, this,
            [this](const QString& sentence) { tell(sentence, true); });
    connect(m_numbers, &TechnologyModel::refused, this, [this](const QString& sentence) { tell(sentence, true); });
    connect(m_numbers, &TechnologyModel::changed, this, [this] { tell({}); });
    connect(m_numbers, &TechnologyModel::moved, this, [this](const QString& name) {
        showTable(name);
        tell(tr("Shipped tables stay as they are; %1 is your copy.").arg(name));
    });
    connect(m_keepsSources, &QCheckBox::toggled, m_numbers, &TechnologyModel::setKeepsSources);
    connect(m_use, &QPushButton::clicked, this, &TechnologyDialog::use);
    connect(m_removeNumber, &QToolButton::clicked, this, &TechnologyDialog::removeNumber);
    connect(m_stateNumbers, &QToolButton::clicked, this, [this] {
        if (shown())
            edit(hardware::withStatedNumbers(*shown()), tr("State %1 as numbers").arg(table()));
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &TechnologyDialog::refreshActions);
    const auto follow = [this] {
        listTables();
        refreshEffect();
    };
    connect(&m_workbench, &Workbench::documentChanged, this, follow);
    connect(&m_workbench, &Workbench::editsChanged, this, follow);
    m_use->setAutoDefault(false);
}

} // namespace nestloom::ui

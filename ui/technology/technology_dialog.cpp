// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/technology/technology_dialog.h"

#include "ui/editor/field_row.h"
#include "ui/import/message_line.h"
#include "ui/pages/copyable_table.h"
#include "ui/technology/technology_effect_model.h"
#include "ui/technology/technology_library.h"
#include "ui/technology/technology_model.h"
#include "ui/technology_files.h"
#include "ui/workbench.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSaveFile>
#include <QScopedValueRollback>
#include <QTableView>
#include <QToolButton>

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
            const QString name = QString::fromStdString(technology.name);
            const bool isShipped = tables == &m_library.shipped();
            const bool isUsed = takesEnergiesFrom(accelerator, technology, m_library);
            auto* item = new QListWidgetItem(isShipped ? tr("%1 (shipped)").arg(name) : name, m_list);
            item->setData(kNameRole, name);
            item->setToolTip(isUsed ? tr("%1\nThe accelerator in the editor has these energies.")
                                          .arg(QString::fromStdString(technology.description))
                                    : QString::fromStdString(technology.description));
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
    show(m_name, technology ? QString::fromStdString(technology->name) : QString());
    show(m_description, technology ? QString::fromStdString(technology->description) : QString());
    show(m_source, technology ? QString::fromStdString(technology->source) : QString());
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
    const QString name = QString::fromStdString(accelerator.name);
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
        return tell(asSentence(QString::fromStdString(name.error().message)), true);
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
            return tell(asSentence(QString::fromStdString(bits.error().message)), true);
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
    tell(tr("%1 takes its energies from %2 now; Undo in the window goes back.")
             .arg(QString::fromStdString(document.value().name), table()));
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
        return tell(QString::fromStdString(technology.error().text()), true); // begins with the name of the file
    const auto name = m_library.add(*technology, tr("Import %1").arg(QFileInfo(path).fileName()));
    if (!name)
        return tell(asSentence(QString::fromStdString(name.error().message)), true);
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
    const QString path = QFileDialog::getOpenFileName(this, tr("Import a table of energies"), {},
                                                      tr("Tables of energies (*.yaml *.yml)"));
    if (!path.isEmpty())
        importFile(path);
}

void TechnologyDialog::askExport()
{
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Export the table %1").arg(table()), table() + QStringLiteral(".yaml"),
                                     tr("Tables of energies (*.yaml *.yml)"));
    if (!path.isEmpty())
        exportFile(path);
}

} // namespace nestloom::ui

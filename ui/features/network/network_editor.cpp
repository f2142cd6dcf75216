// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/network/network_editor.h"

#include "ui/parts/yaml_panel.h"
#include "ui/style/words.h"
#include "ui/widgets/ask_file.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/yaml_edit.h"
#include "ui/window/main_window.h"
#include "ui/workbench/file_opener.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QFile>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QSaveFile>
#include <QSettings>
#include <QTextCursor>

#include <algorithm>
#include <utility>

namespace nestloom::ui {

namespace {

constexpr int kCheckAfterMs = 300;
const QString kDraft = QStringLiteral("network/draft"), kDraftSaved = QStringLiteral("network/draftSaved"),
              kDraftPath = QStringLiteral("network/draftPath");
constexpr int kLargest = 100'000; // characters; a larger text takes long to read, and is checked when it is saved

} // namespace

NetworkEditor::NetworkEditor(Workbench& workbench, FileOpener& files, QWidget* parent)
    : QDialog(parent), m_workbench(workbench), m_files(files), m_panel(new YamlPanel(this)),
      m_message(new MessageLine(this)), m_save(new QPushButton(tr("Save and show"), this))
{
    setObjectName(QStringLiteral("networkEditor"));
    resize(860, 620);
    named(m_panel->edit(), "networkText", tr("Network as YAML"));
    m_save->setObjectName(QStringLiteral("networkSave"));
    m_save->setDefault(false);
    auto* saveAs = named(new QPushButton(tr("Save as..."), this), "networkSaveAs");
    auto* close = new QPushButton(tr("Close"), this);
    for (QPushButton* button : {m_save, saveAs, close})
        button->setAutoDefault(false);
    setLayout(columnOf(
        {{m_panel, 1}, rowOf({{m_message, 100}, LinePart::room(), m_save, saveAs, close}, 8, {10, 8, 10, 10})}, 0));
    m_check.setSingleShot(true);
    m_check.setInterval(kCheckAfterMs);
    connect(&m_check, &QTimer::timeout, this, [this] {
        if (m_panel->edit()->document()->characterCount() < kLargest)
            check();
        keepDraft();
    });
    connect(m_panel->edit(), &QPlainTextEdit::textChanged, this, [this] {
        m_check.start();
        m_message->tell({}, false); // was about the text before
        refresh();
    });
    connect(m_save, &QPushButton::clicked, this, &NetworkEditor::save);
    connect(saveAs, &QPushButton::clicked, this, &NetworkEditor::askSave);
    connect(close, &QPushButton::clicked, this, &NetworkEditor::reject);
    connect(&workbench.library(), &Library::changed, this, [this] {
        if (isVisible() && !isDirty() && isChangedOnDisk())
            readAgain();
    });
    auto* key = new QAction(this);
    key->setShortcut(QKeySequence::Save);
    connect(key, &QAction::triggered, this, &NetworkEditor::save);
    auto* redo = new QAction(this); // beside Ctrl+Shift+Z, which the text knows by itself
    redo->setShortcut(Qt::CTRL | Qt::Key_Y);
    connect(redo, &QAction::triggered, m_panel->edit(), &QPlainTextEdit::redo);
    addActions({key, redo});
}

void NetworkEditor::show(const QString& yaml, const QString& path)
{
    m_saved = yaml;
    m_path = path;
    m_message->tell({}, false);
    m_panel->edit()->setPlainText(yaml);
    check();
    QDialog::show();
    raise();
    activateWindow();
    m_panel->edit()->setFocus();
}

void NetworkEditor::keepDraft()
{
    QSettings settings;
    const bool wasKept = std::exchange(m_isKept, isDirty());
    if (!m_isKept) {
        if (wasKept)
            settings.remove(QStringLiteral("network"));
        return;
    }
    settings.setValue(kDraft, m_panel->edit()->toPlainText());
    settings.setValue(kDraftSaved, m_saved);
    settings.setValue(kDraftPath, m_path);
}

void NetworkEditor::showDraft(const QSettings& settings)
{
    const QString text = settings.value(kDraft).toString();
    show(settings.value(kDraftSaved).toString(), settings.value(kDraftPath).toString());
    m_panel->edit()->setPlainText(text);
    m_isKept = true;
    m_message->tell(tr("This text was in no file when the window was closed."), false);
}

bool NetworkEditor::isDirty() const { return m_panel->edit()->toPlainText() != m_saved; }

void NetworkEditor::refresh()
{
    const QString name = m_path.isEmpty() ? tr("in no file yet") : QFileInfo(m_path).fileName();
    setWindowTitle(tr("Network, %1%2").arg(name, isDirty() ? QStringLiteral(" *") : QString()));
}

bool NetworkEditor::check()
{
    m_check.stop();
    const std::vector<Error> errors = m_workbench.session().networkErrors(
        m_panel->edit()->toPlainText(), m_path.isEmpty() ? tr("network") : QFileInfo(m_path).fileName());
    m_panel->showErrors(errors);
    refresh();
    return errors.empty();
}

void NetworkEditor::save()
{
    if (m_path.isEmpty())
        askSave();
    else if (isChangedOnDisk())
        askAboutChange();
    else
        saveTo(m_path);
}

bool NetworkEditor::isChangedOnDisk() const
{
    const auto text = m_path.isEmpty() ? Result<QString>(m_saved) : textOfFile(m_path);
    return text && *text != m_saved; // one that is gone is written again
}

void NetworkEditor::askAboutChange()
{
    auto* box = new QMessageBox(QMessageBox::Question, tr("Save network"),
                                tr("%1 was changed by another program.").arg(QFileInfo(m_path).fileName()),
                                QMessageBox::NoButton, this);
    box->setObjectName(QStringLiteral("networkChanged"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* read = box->addButton(tr("Read it (Undo brings your edits back)"), QMessageBox::AcceptRole);
    QPushButton* write = box->addButton(tr("Overwrite it"), QMessageBox::DestructiveRole);
    box->setDefaultButton(box->addButton(tr("Go on editing"), QMessageBox::RejectRole));
    connect(box, &QMessageBox::buttonClicked, this, [this, read, write](QAbstractButton* button) {
        if (button == read)
            readAgain();
        else if (button == write)
            saveTo(m_path);
    });
    box->open();
}

void NetworkEditor::readAgain()
{
    const auto text = textOfFile(m_path);
    if (!text)
        return m_message->tell(qt(text.error().text()), true);
    m_saved = *text;
    QTextCursor all(m_panel->edit()->document());
    all.select(QTextCursor::Document);
    all.insertText(m_saved);
    check();
    keepDraft();
    m_message->tell(tr("Read again: another program has changed it."), false);
}

void NetworkEditor::askSave()
{
    const auto read = m_workbench.session().parseNetwork(m_panel->edit()->toPlainText(), {});
    askToSave(this, tr("Save network"), (read ? qt(read->name) : tr("network")) + QStringLiteral(".yaml"),
              QStringLiteral("YAML (*.yaml *.yml)"), [this](const QString& path) { saveTo(path); });
}

bool NetworkEditor::saveTo(const QString& path)
{
    if (!check()) {
        m_message->tell(tr("Not saved: the text cannot be read as a network yet."), true);
        return false;
    }
    const QString yaml = m_panel->edit()->toPlainText();
    const QByteArray text = yaml.toUtf8();
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit()) {
        m_message->tell(tr("%1 cannot be written: %2").arg(path, file.errorString()), true);
        return false;
    }
    m_saved = yaml;
    m_path = path;
    keepDraft();
    refresh();
    m_message->tell(tr("Saved to %1").arg(path), false);
    return m_files.open({path}).front().whyNot.isEmpty(); // what was said of the file before is over
}

void NetworkEditor::reject()
{
    if (!isDirty())
        return QDialog::reject();
    auto* box = new QMessageBox(QMessageBox::Question, tr("Close the network"),
                                tr("The text has changes that are in no file."), QMessageBox::NoButton, this);
    box->setObjectName(QStringLiteral("networkQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* discard = box->addButton(tr("Discard them"), QMessageBox::DestructiveRole);
    box->setDefaultButton(box->addButton(tr("Go on editing"), QMessageBox::RejectRole)); // loses nothing
    connect(box, &QMessageBox::buttonClicked, this, [this, discard](QAbstractButton* button) {
        if (button == discard) {
            m_saved = m_panel->edit()->toPlainText();
            keepDraft();
            QDialog::reject();
        }
    });
    box->open();
}

void installNetworkEditor(MainWindow& window)
{
    // Made when it is first asked for.
    const auto editor = [&window] {
        auto* made = window.findChild<NetworkEditor*>(QString(), Qt::FindDirectChildrenOnly);
        return made != nullptr ? made : new NetworkEditor(window.workbench(), window.files(), &window);
    };
    const auto show = [editor](const QString& yaml, const QString& path) {
        if (NetworkEditor* to = editor(); to->isDirty())
            to->raise(); // what is in it comes first
        else
            to->show(yaml, path);
    };
    QObject::connect(&window.workbench(), &Workbench::brokenNetworkFound, &window, show);
    QObject::connect(&window, &MainWindow::settingsSaved, &window, [&window] {
        if (auto* made = window.findChild<NetworkEditor*>(QString(), Qt::FindDirectChildrenOnly))
            made->keepDraft();
    });
    QObject::connect(&window, &MainWindow::settingsRestored, &window, [&window, editor](const QSettings& settings) {
        if (settings.contains(kDraft)) // above a window that is there already
            QTimer::singleShot(0, &window, [editor] { editor()->showDraft(QSettings()); });
    });
    QAction* create = window.addAction(MainWindow::Menu::Network, QStringLiteral("newNetwork"),
                                       MainWindow::tr("&New..."), {}, MainWindow::tr("Write a network of your own"));
    QObject::connect(create, &QAction::triggered, &window, [show] {
        QFile file(QStringLiteral(":/templates/network.yaml"));
        if (file.open(QIODevice::ReadOnly))
            show(QString::fromUtf8(file.readAll()), {});
    });
    QAction* edit =
        window.addAction(MainWindow::Menu::Network, QStringLiteral("editNetwork"), MainWindow::tr("&Edit as text..."),
                         {}, MainWindow::tr("Change the layers of the chosen network; of a preset, a copy"));
    QObject::connect(edit, &QAction::triggered, &window, [show, &window] {
        Workbench& workbench = window.workbench();
        const auto& networks = workbench.library().networks();
        const auto isChosen = [&](const NetworkEntry& entry) {
            return entry.name == qt(workbench.chosenNetwork().name);
        };
        const auto own =
            std::ranges::find_if(networks, [&](const NetworkEntry& entry) { return !entry.preset && isChosen(entry); });
        if (own != networks.end())
            show(own->yaml, baseOf(*own).isEmpty() ? own->path : QString());
        else
            show(workbench.session().writeNetwork(workbench.chosenNetwork()), {});
    });
}

} // namespace nestloom::ui
